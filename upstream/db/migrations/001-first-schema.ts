import { type CreateTableBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from '../connection.ts';
import { keyText } from '../key-text.ts';
import type { Migration } from '../migration.ts';
import type { Database } from '../schema.ts';

export const firstSchema: Migration = {
  name: '001-first-schema',
  async up(trx, engine) {
    await people(trx, engine);
    await requests(trx, engine);
    await projects(trx, engine);
    await chat(trx, engine);
  },
};

function table(trx: Transaction<Database>, engine: Engine, name: string): CreateTableBuilder<string, 'id'> {
  return trx.schema.createTable(name).addColumn('id', keyText(engine), (column) => column.primaryKey().notNull());
}

async function people(trx: Transaction<Database>, engine: Engine): Promise<void> {
  const key = keyText(engine);
  await table(trx, engine, 'users')
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('email_key', key, (column) => column.unique())
    .addColumn('password_hash', 'text')
    .addColumn('photo_url', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('about', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('headline', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('location', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('github_url', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('website_url', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();

  await trx.schema
    .createTable('user_skills')
    .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('skill_key', key, (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_skills_pk', ['user_id', 'skill_key'])
    .execute();
  await trx.schema
    .createIndex('user_skills_by_skill')
    .on('user_skills')
    .columns(['skill_key', 'user_id'])
    .unique()
    .execute();

  await table(trx, engine, 'sessions')
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await trx.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'id']).execute();
  await trx.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
}

async function requests(trx: Transaction<Database>, engine: Engine): Promise<void> {
  const key = keyText(engine);
  await table(trx, engine, 'requests')
    .addColumn('from_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('to_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('pair_low', key, (column) => column.notNull())
    .addColumn('pair_high', key, (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('interested', 'ignored', 'accepted', 'rejected')`),
    )
    .addColumn('withdrawn', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('requests_pair', ['pair_low', 'pair_high'])
    .addCheckConstraint('requests_not_self', sql`from_id <> to_id`)
    .addCheckConstraint(
      'requests_pair_order',
      sql`pair_low < pair_high and ((pair_low = from_id and pair_high = to_id) or (pair_low = to_id and pair_high = from_id))`,
    )
    .execute();
  // Requests received, and connections in both directions, newest first.
  for (const side of ['to_id', 'from_id'])
    await trx.schema
      .createIndex(`requests_by_${side}`)
      .on('requests')
      .columns([side, 'status', 'updated_at', 'id'])
      .execute();
  // By creation time: `updated_at` would reveal to the sender when a request was rejected.
  await trx.schema
    .createIndex('requests_sent')
    .on('requests')
    .columns(['from_id', 'created_at', 'id'])
    .where(sql.ref('status'), 'in', sql`('interested', 'rejected')`)
    .execute();
}

async function projects(trx: Transaction<Database>, engine: Engine): Promise<void> {
  const key = keyText(engine);
  await table(trx, engine, 'projects')
    .addColumn('creator_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await trx.schema.createIndex('projects_by_creator').on('projects').columns(['creator_id', 'id']).execute();

  await trx.schema
    .createTable('project_skills')
    .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('skill_key', key, (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('project_skills_pk', ['project_id', 'skill_key'])
    .execute();
  await trx.schema
    .createIndex('project_skills_by_skill')
    .on('project_skills')
    .columns(['skill_key', 'project_id'])
    .unique()
    .execute();

  await table(trx, engine, 'project_interests')
    .addColumn('project_id', key, (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('interested', 'accepted', 'rejected')`),
    )
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('project_interests_once', ['project_id', 'user_id'])
    .execute();
  for (const side of ['project_id', 'user_id'])
    await trx.schema
      .createIndex(`project_interests_by_${side}`)
      .on('project_interests')
      .columns([side, 'status', 'id'])
      .execute();
}

async function chat(trx: Transaction<Database>, engine: Engine): Promise<void> {
  const key = keyText(engine);
  await table(trx, engine, 'conversations')
    .addColumn('user_low', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_high', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_seq', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_message_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('conversations_pair', ['user_low', 'user_high'])
    .addCheckConstraint('conversations_pair_order', sql`user_low < user_high`)
    .execute();
  for (const side of ['user_low', 'user_high'])
    await trx.schema
      .createIndex(`conversations_by_${side}`)
      .on('conversations')
      .columns([side, 'last_message_at', 'id'])
      .execute();

  await table(trx, engine, 'messages')
    .addColumn('conversation_id', key, (column) => column.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('sender_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('client_id', key)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('messages_in_order', ['conversation_id', 'seq'])
    .addUniqueConstraint('messages_once', ['sender_id', 'client_id'])
    .execute();

  await trx.schema
    .createTable('conversation_reads')
    .addColumn('conversation_id', key, (column) => column.notNull().references('conversations.id').onDelete('cascade'))
    .addColumn('user_id', key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('read_seq', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_reads_pk', ['conversation_id', 'user_id'])
    .execute();
}

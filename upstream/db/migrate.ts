import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection, Engine } from './connection.ts';
import { accountTables } from './tables/accounts.ts';
import { chatTables } from './tables/chat.ts';
import { mediaTables } from './tables/media.ts';
import { moderationTables } from './tables/moderation.ts';
import { notificationsTables } from './tables/notifications.ts';
import { peopleTables } from './tables/people.ts';
import { projectsTables } from './tables/projects.ts';
import { relationsTables } from './tables/relations.ts';
import { searchTables } from './tables/search.ts';
import { createStatements } from './tables/table.ts';

/** Runs the pending migrations, all or none. Instances that start together take turns. */
export function migrate({ engine, withoutQueryLimit }: Connection): Promise<void> {
  return withoutQueryLimit(async (db) => {
    const provider = { getMigrations: async () => migrationsFor(engine) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined)
      throw new Error(`The database cannot be brought to this version, or is of a newer one: ${reasonOf(error)}.`, {
        cause: error,
      });
  });
}

/** They run in the order of their names. One that has shipped is never changed or renamed. */
function migrationsFor(engine: Engine): Record<string, Migration> {
  return { '001-first-schema': { up: (db) => createTables(db, engine) } };
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = [
    ...[
      peopleTables,
      accountTables,
      relationsTables,
      projectsTables,
      chatTables,
      notificationsTables,
      moderationTables,
      mediaTables,
    ].flatMap((tables) => createStatements(engine, tables)),
    ...searchTables(engine),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

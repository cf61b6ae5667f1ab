import { sql, type Transaction } from 'kysely';
import { indexPeople, indexProjects } from '#upstream/features/search/search-index.ts';
import type { Engine } from '../connection.ts';
import type { Migration } from '../migration.ts';
import type { Database } from '../schema.ts';

const batch = 500;

/**
 * The search terms of people and projects, separated by spaces (see `search-text.ts`), with an index per engine: FTS5
 * in SQLite, GIN on a tsvector in PostgreSQL. Terms are normalised before they are stored, so no extension, language or
 * tokenizer beyond splitting at spaces is needed.
 */
export const search: Migration = {
  name: '002-search',
  async up(trx, engine) {
    await searchTable(trx, engine, { name: 'people_search', key: 'user_id', references: 'users' });
    await searchTable(trx, engine, { name: 'project_search', key: 'project_id', references: 'projects' });
    await indexWhatIsThere(trx);
  },
};

interface SearchTable {
  name: string;
  key: string;
  references: string;
}

async function searchTable(trx: Transaction<Database>, engine: Engine, table: SearchTable): Promise<void> {
  const name = sql.raw(table.name);
  const key = sql.raw(table.key);
  const references = sql.raw(table.references);
  const index = sql.raw(`${table.name}_index`);
  if (engine === 'postgres') {
    await sql`
      create table ${name} (
        seq bigint generated always as identity primary key,
        ${key} text collate "C" not null unique references ${references} (id) on delete cascade,
        terms text not null,
        vector tsvector generated always as (array_to_tsvector(string_to_array(terms, ' '))) stored
      )`.execute(trx);
    // `fastupdate` keeps a list of pending entries that every search would have to scan.
    await sql`create index ${index} on ${name} using gin (vector) with (fastupdate = off)`.execute(trx);
    return;
  }
  await sql`
    create table ${name} (
      seq integer primary key autoincrement,
      ${key} text not null unique references ${references} (id) on delete cascade,
      terms text not null
    )`.execute(trx);
  // `detail=none` stores no positions, which makes the index a third of the size. Prefix lengths are 2 to 4 because the
  // first letter of a term is its kind: they cover prefixes of one to three letters of a word.
  await sql`
    create virtual table ${index} using fts5(
      terms, content=${sql.lit(table.name)}, content_rowid='seq', tokenize='ascii', detail='none', prefix='2 3 4'
    )`.execute(trx);
  const remove = sql`insert into ${index} (${index}, rowid, terms) values ('delete', old.seq, old.terms);`;
  const add = sql`insert into ${index} (rowid, terms) values (new.seq, new.terms);`;
  const trigger = (event: string) => sql.raw(`${table.name}_${event}`);
  await sql`create trigger ${trigger('insert')} after insert on ${name} begin ${add} end`.execute(trx);
  await sql`create trigger ${trigger('delete')} after delete on ${name} begin ${remove} end`.execute(trx);
  await sql`create trigger ${trigger('update')} after update on ${name} begin ${remove} ${add} end`.execute(trx);
}

async function indexWhatIsThere(trx: Transaction<Database>): Promise<void> {
  for (const [table, index] of [
    ['users', indexPeople],
    ['projects', indexProjects],
  ] as const) {
    let after = '';
    for (;;) {
      const rows = await trx
        .selectFrom(table)
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute();
      await index(
        trx,
        rows.map((row) => row.id),
      );
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
}

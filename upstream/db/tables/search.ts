import type { GeneratedAlways } from 'kysely';
import type { Engine } from '../connection.ts';

export interface SearchRows {
  people_search: { seq: GeneratedAlways<number>; user_id: string; terms: string };
  project_search: { seq: GeneratedAlways<number>; project_id: string; terms: string };
}

/**
 * The search terms of people and projects, separated by spaces (see `search-text.ts`), with an index per engine: FTS5
 * in SQLite, GIN on a tsvector in PostgreSQL. Terms are normalised before they are stored, so no extension, language or
 * tokenizer beyond splitting at spaces is needed.
 */
export function searchTables(engine: Engine): string[] {
  const create = engine === 'postgres' ? inPostgres : inSqlite;
  return [...create('people_search', 'user_id', 'users'), ...create('project_search', 'project_id', 'projects')];
}

function inPostgres(table: string, key: string, owners: string): string[] {
  return [
    `create table ${table} (
      seq bigint generated always as identity primary key,
      ${key} text collate "C" not null unique references ${owners} (id) on delete cascade,
      terms text not null,
      vector tsvector generated always as (array_to_tsvector(string_to_array(terms, ' '))) stored
    )`,
    // `fastupdate` keeps a list of pending entries that every search would have to scan.
    `create index ${table}_index on ${table} using gin (vector) with (fastupdate = off)`,
  ];
}

function inSqlite(table: string, key: string, owners: string): string[] {
  const index = `${table}_index`;
  const remove = `insert into ${index} (${index}, rowid, terms) values ('delete', old.seq, old.terms);`;
  const add = `insert into ${index} (rowid, terms) values (new.seq, new.terms);`;
  return [
    `create table ${table} (
      seq integer primary key autoincrement,
      ${key} text not null unique references ${owners} (id) on delete cascade,
      terms text not null
    )`,
    // `detail=none` stores no positions, which makes the index a third of the size. Prefix lengths are 2 to 4 because the
    // first letter of a term is its kind: they cover prefixes of one to three letters of a word.
    `create virtual table ${index} using fts5(
      terms, content=${table}, content_rowid='seq', tokenize='ascii', detail='none', prefix='2 3 4'
    )`,
    // Deleted words leave the index at once, instead of with a later merge.
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    `create trigger ${table}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_update after update on ${table} begin ${remove} ${add} end`,
  ];
}

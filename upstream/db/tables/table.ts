import type { SelectType } from 'kysely';
import type { Engine } from '../connection.ts';
import type { Database } from '../schema.ts';

/** Ids and keys: both engines compare them byte by byte, whatever the database's locale. */
type Key = 'text' | 'text collate "C"';
type Bytes = 'blob' | 'bytea';

/** What the engines call differently, and the column of the row that another one belongs to and is deleted with. */
export interface ColumnTypes {
  key: Key;
  bytes: Bytes;
  /** Behind a table whose rows are little more than their key. */
  withoutRowid: string;
  owned(
    table: 'users' | 'projects' | 'conversations' | 'messages' | 'media' | 'sessions' | 'chat_pictures',
  ): OwnerColumn;
}

type OwnerColumn = `${Key} not null references ${string} (id) on delete cascade`;

export function columnTypes(engine: Engine): ColumnTypes {
  const key = engine === 'postgres' ? 'text collate "C"' : 'text';
  return {
    key,
    bytes: engine === 'postgres' ? 'bytea' : 'blob',
    withoutRowid: engine === 'postgres' ? '' : ' without rowid',
    owned: (table) => `${key} not null references ${table} (id) on delete cascade`,
  };
}

/** The SQL of a column must say of its type and of null what its row type says. */
type Column<Value> = null extends Value
  ? `${Kind<NonNullable<Value>>}${'' | ` ${'unique' | 'references'}${string}`}`
  : `${Kind<Value>} not null${string}`;
type Kind<Value> = Value extends string ? Key : Value extends number ? 'integer' | 'bigint' : Bytes;

export function createTable<Table extends keyof Database>(
  table: Table,
  columns: { [Name in keyof Database[Table]]: Column<SelectType<Database[Table][Name]>> },
  ...constraints: string[]
): string {
  const parts = [...Object.entries(columns).map(([name, type]) => `${name} ${type}`), ...constraints];
  return `create table ${table} (${parts.join(', ')})`;
}

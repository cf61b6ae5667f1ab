import type { Generated } from 'kysely';
import type { Engine } from '../connection.ts';

/** A column whose rows hold `Value`, where its SQL says less. */
type Typed<Value> = string & { readonly value: Value };

/** Of `key`, both engines compare every byte, whatever the database's locale: ids, hashes, folded words. */
type Sql = `${'key' | 'text' | 'integer' | 'bigint' | 'bytes'}${string}` | Typed<unknown>;

/** Both the SQL of tables and, by `Rows`, the types of their rows. */
export type Tables = Readonly<
  Record<
    string,
    {
      columns: Readonly<Record<string, Sql>>;
      constraints?: readonly string[];
      indexes?: readonly string[];
      /** For rows that are little more than their key. */
      withoutRowid?: true;
    }
  >
>;

export type Rows<Some extends Tables> = {
  [Name in keyof Some]: {
    -readonly [Column in keyof Some[Name]['columns']]: ValueOf<Some[Name]['columns'][Column]>;
  };
};

type ValueOf<Column> =
  Column extends Typed<infer Value>
    ? Value
    : Column extends `${string} default ${string}`
      ? Generated<KindOf<Column>>
      : Column extends `${string} not null${string}`
        ? KindOf<Column>
        : KindOf<Column> | null;
type KindOf<Column> = Column extends `${'integer' | 'bigint'}${string}`
  ? number
  : Column extends `bytes${string}`
    ? Uint8Array
    : string;

export function typed<Value>(sql: Exclude<Sql, Typed<unknown>>): Typed<Value> {
  return sql as unknown as Typed<Value>;
}

/** The column of the row that another one belongs to, and is deleted with. */
export function owned<Table extends string>(table: Table) {
  return `key not null references ${table} (id) on delete cascade` as const;
}

export function createStatements(engine: Engine, tables: Tables): string[] {
  const [key, bytes] = engine === 'postgres' ? ['text collate "C"', 'bytea'] : ['text', 'blob'];
  return Object.entries(tables).flatMap(([name, { columns, constraints = [], indexes = [], withoutRowid }]) => {
    const parts = Object.entries(columns).map(
      ([column, sql]) => `${column} ${sql.replace(/^key\b/, key).replace(/^bytes\b/, bytes)}`,
    );
    const end = withoutRowid && engine === 'sqlite' ? ' without rowid' : '';
    return [`create table ${name} (${[...parts, ...constraints].join(', ')})${end}`, ...indexes];
  });
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';

/** One row: its values by column, as in `db/schema.ts`. */
export type BulkRow = Record<string, string | number | null>;

/** Writes many rows into an empty database as fast as the engine takes them. */
export interface BulkWriter {
  isEmpty(): Promise<boolean>;
  begin(): Promise<void>;
  insert(table: string, rows: readonly BulkRow[]): Promise<void>;
  /** May commit what was written so far, where one large transaction is slower. */
  pause(): Promise<void>;
  /** Builds the indexes that were dropped for speed, and the engine's statistics. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Tables whose own indexes are dropped first and rebuilt at the end, which is faster. */
const tables = [
  'users',
  'user_skills',
  'user_intents',
  'decisions',
  'connections',
  'conversations',
  'messages',
  'notifications',
  'projects',
  'project_skills',
  'project_interests',
];

export async function openBulkWriter(databaseUrl: string): Promise<BulkWriter> {
  return databaseUrl.startsWith('sqlite:')
    ? new SqliteBulkWriter(databaseUrl.slice('sqlite:'.length))
    : PostgresBulkWriter.open(databaseUrl);
}

const rowsPerStatement = 50;
const batchesPerCommit = 10;
const mebibyte = 1024 * 1024;

class SqliteBulkWriter implements BulkWriter {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #indexes: string[] = [];
  #pauses = 0;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    // No durability until `finish`: after a crash the file has to be deleted. Foreign keys are not checked; a test
    // checks the generator's references.
    this.#database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
      PRAGMA foreign_keys = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -786432;
      PRAGMA threads = 2;
    `);
  }

  async isEmpty(): Promise<boolean> {
    return this.#database.prepare('select 1 from users limit 1').get() === undefined;
  }

  async begin(): Promise<void> {
    this.#database.exec('BEGIN IMMEDIATE');
    const places = tables.map(() => '?').join(', ');
    const found = this.#database
      .prepare(
        `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${places})`,
      )
      .all(...tables) as { name: string; sql: string }[];
    this.#indexes = found.map((index) => index.sql);
    for (const { name } of found) this.#database.exec(`drop index "${name}"`);
    this.#setSearchBuffer(64 * mebibyte);
  }

  /** FTS5 writes its buffer out when it is full: a larger buffer means fewer merges. */
  #setSearchBuffer(bytes: number): void {
    for (const index of ['people_search_index', 'project_search_index'])
      this.#database.exec(`insert into ${index} (${index}, rank) values ('hashsize', ${bytes})`);
  }

  async insert(table: string, rows: readonly BulkRow[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const some = rows.slice(start, start + rowsPerStatement);
      const values: SQLInputValue[] = [];
      for (const row of some) for (const column of columns) values.push(row[column] ?? null);
      this.#statement(table, columns, some.length).run(...values);
    }
  }

  #statement(table: string, columns: readonly string[], rows: number): StatementSync {
    const key = `${table} ${rows}`;
    const known = this.#statements.get(key);
    if (known) return known;
    const places = `(${columns.map(() => '?').join(', ')})`;
    const statement = this.#database.prepare(
      `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: rows }, () => places).join(', ')}`,
    );
    this.#statements.set(key, statement);
    return statement;
  }

  async pause(): Promise<void> {
    this.#pauses += 1;
    if (this.#pauses % batchesPerCommit === 0) this.#database.exec('COMMIT; BEGIN IMMEDIATE');
  }

  async finish(): Promise<void> {
    for (const index of this.#indexes) this.#database.exec(index);
    // Back to FTS5's default.
    this.#setSearchBuffer(mebibyte);
    this.#database.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA analysis_limit = 1000; ANALYZE;');
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#database.close();
  }
}

class PostgresBulkWriter implements BulkWriter {
  readonly #client: pg.Client;
  readonly #types: ReadonlyMap<string, string>;
  #restore: string[] = [];

  static async open(url: string): Promise<PostgresBulkWriter> {
    const client = new pg.Client({ connectionString: url, application_name: 'dotcode seed' });
    await client.connect();
    const found = await client.query<{ name: string; type: string }>(`
      select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0`);
    return new PostgresBulkWriter(client, new Map(found.rows.map((row) => [row.name, row.type])));
  }

  private constructor(client: pg.Client, types: ReadonlyMap<string, string>) {
    this.#client = client;
    this.#types = types;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#client.query('select 1 from users limit 1')).rows.length === 0;
  }

  /** All in one transaction, so a crash leaves the database empty. */
  async begin(): Promise<void> {
    await this.#client.query("begin; set local statement_timeout = 0; set local maintenance_work_mem = '512MB'");
    const indexes = await this.#client.query<{ name: string; restore: string }>(
      `select indexname as name, indexdef as restore from pg_indexes i
       where schemaname = current_schema() and (tablename = any($1) or indexdef like '% USING gin %')
         and not exists (select 1 from pg_constraint where conname = indexname)`,
      [tables],
    );
    // Foreign keys are dropped first and added last because they depend on unique constraints; those that a kept
    // foreign key refers to stay.
    const constraints = await this.#client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint c
       where (contype = 'f' and conrelid::regclass::text = any($1))
         or (contype in ('p', 'u') and conrelid::regclass::text = any($2) and not exists (
           select 1 from pg_constraint kept
           where kept.contype = 'f' and kept.confrelid = c.conrelid and not kept.conrelid::regclass::text = any($1)))
       order by contype = 'f' desc`,
      [[...tables, 'people_search', 'project_search'], tables],
    );
    this.#restore = [
      ...indexes.rows.map((index) => index.restore),
      ...constraints.rows
        .map((one) => `alter table ${one.table} add constraint "${one.name}" ${one.definition}`)
        .reverse(),
    ];
    for (const { name } of indexes.rows) await this.#client.query(`drop index "${name}"`);
    for (const { table, name } of constraints.rows)
      await this.#client.query(`alter table ${table} drop constraint "${name}"`);
  }

  /** As one JSON parameter, which is faster for both sides than many parameters. */
  async insert(table: string, rows: readonly BulkRow[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0] ?? {});
    const typed = columns.map((column) => `${column} ${this.#types.get(`${table}.${column}`)}`).join(', ');
    await this.#client.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from json_to_recordset($1) as row(${typed})`,
      [JSON.stringify(rows)],
    );
  }

  async pause(): Promise<void> {}

  async finish(): Promise<void> {
    for (const statement of this.#restore) await this.#client.query(statement);
    await this.#client.query('commit');
    await this.#client.query('vacuum analyze');
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

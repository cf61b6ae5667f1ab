import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { connect } from '#upstream/db/connect.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';

/** The PostgreSQL server on which tests create databases. */
const serverUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface TestDatabase {
  engine: Engine;
  /** For DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
}

/** An empty database of its own: a file in a temporary folder, or a randomly named one on the PostgreSQL server. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-test-'));
    return {
      engine,
      url: `sqlite:${join(folder, 'test.db')}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  return createPostgresDatabase();
}

/** One with today's tables: a copy of the database that tests/setup/migrated-databases.ts has prepared. */
export async function createMigratedDatabase(engine: Engine): Promise<TestDatabase> {
  const prepared = inject('migratedDatabases')?.[engine];
  if (prepared !== undefined) return copyToTestDatabase(prepared);
  const database = await createTestDatabase(engine);
  await migrateTestDatabase(database.url);
  return database;
}

export async function migrateTestDatabase(url: string): Promise<void> {
  const connection = await connect(url);
  await migrate(connection);
  await connection.close();
}

/** A writable copy of a database without open connections. */
export async function copyToTestDatabase(url: string): Promise<TestDatabase> {
  if (!url.startsWith('sqlite:')) return createPostgresDatabase(new URL(url).pathname.slice(1));
  const database = await createTestDatabase('sqlite');
  for (const suffix of ['', '-wal']) {
    const [from, to] = [url, database.url].map((each) => each.slice('sqlite:'.length) + suffix);
    if (from && to && existsSync(from)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
  return database;
}

async function createPostgresDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `dotcode_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} template ${pg.escapeIdentifier(template)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { engine: 'postgres', url: url.href, drop: () => runOnServer(`drop database if exists ${name} with (force)`) };
}

async function runOnServer(sql: string): Promise<void> {
  // For what hangs: a busy machine takes seconds for a new connection.
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const engines: readonly Engine[] = ['sqlite', 'postgres'];

let answers: Promise<boolean> | undefined;
export function postgresAnswers(): Promise<boolean> {
  answers ??= runOnServer('select 1').then(
    () => true,
    () => false,
  );
  return answers;
}

/** Runs the suite on the database of the run: SQLite in `npm test`, PostgreSQL in `npm run sweep`. */
export async function describeOnEachDatabase(title: string, suite: (engine: Engine) => void): Promise<void> {
  for (const engine of inject('engines') ?? engines) await describeOn(engine, title, suite);
}

/**
 * Runs the suite on both databases in `npm test` already: for races, migrations, search and what else they do differently.
 * `npm run sweep` does not run it again.
 */
export async function describeOnBothDatabases(title: string, suite: (engine: Engine) => void): Promise<void> {
  for (const engine of engines) await describeOn(engine, title, suite);
}

/** For what SQLite has no counterpart of, such as two transactions at the same time. Runs in `npm test`. */
export function describeOnPostgres(title: string, suite: (engine: 'postgres') => void): Promise<void> {
  return describeOn('postgres', title, () => suite('postgres'));
}

/** Without a PostgreSQL server its suite is skipped with a message; where CI is set it runs and fails. */
async function describeOn(engine: Engine, title: string, suite: (engine: Engine) => void): Promise<void> {
  const isThere = engine === 'sqlite' || process.env.CI !== undefined || (await postgresAnswers());
  if (isThere) describe(`${title} on ${engine}`, () => suite(engine));
  else describe.skip(`${title} on ${engine} (skipped: no server at ${new URL(serverUrl).host})`, () => suite(engine));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isStorageFault } from './faults.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** A database with a table, of which another program holds the lock for writes. */
async function lockedDatabase(patienceMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-test-'));
  const file = join(folder, 'test.db');
  const db = new Kysely<{ notes: { text: string } }>({ dialect: createSqliteDialect(file, { patienceMs }) });
  await sql`create table notes (text text)`.execute(db);
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  onTestFinished(async () => {
    other.close();
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return {
    db,
    unlock: () => other.exec('rollback'),
    write: () => db.insertInto('notes').values({ text: 'x' }).execute(),
  };
}

it('a write waits for the write of another program', async () => {
  const { write, unlock } = await lockedDatabase(60_000);
  const written = write();
  setImmediate(unlock);
  await written;
});

it('writes wait no longer than the bound, however many wait before them, and work again afterwards', async () => {
  const { db, write, unlock } = await lockedDatabase(200);
  const startedAt = performance.now();
  const results = await Promise.all(Array.from({ length: 100 }, () => write().catch((error: unknown) => error)));
  const waitedMs = performance.now() - startedAt;
  for (const result of results) expect(result).toSatisfy(isStorageFault);
  // One after the other would take a hundred times the bound.
  expect(waitedMs).toBeLessThan(100 * 200);
  unlock();
  await write();
  expect(await db.selectFrom('notes').selectAll().execute()).toHaveLength(1);
});

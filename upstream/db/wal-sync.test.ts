import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { isStorageFault } from './faults.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { createWalSync } from './wal-sync.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A database whose flushes complete only when the test says so. */
async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-test-'));
  const file = join(folder, 'test.db');
  const flushes: { finish: () => void; fail: (error: Error) => void }[] = [];
  let isHeld = false;
  const flush = {
    run: () =>
      isHeld
        ? new Promise<void>((resolve, reject) => flushes.push({ finish: resolve, fail: reject }))
        : Promise.resolve(),
    close: async () => undefined,
  };
  const db = new Kysely<{ notes: { text: string } }>({
    dialect: createSqliteDialect(file, { sync: createWalSync(file, flush) }),
  });
  cleanups.push(async () => rmSync(folder, { recursive: true }));
  cleanups.push(() => db.destroy());
  await sql`create table notes (text text not null unique)`.execute(db);
  isHeld = true;
  const told: string[] = [];
  const tell = (what: string, work: Promise<unknown>) =>
    work.then(
      () => told.push(what),
      (error: Error) => told.push(`${what}: ${error.message}`),
    );
  return {
    db,
    flushes,
    told,
    write: (text: string) => tell(text, db.insertInto('notes').values({ text }).execute()),
    read: (what: string) => tell(what, db.selectFrom('notes').selectAll().execute()),
    rows: async () => (await sql<{ text: string }>`select text from notes`.execute(db)).rows.map(({ text }) => text),
  };
}

/** Gives everything that does not wait for the disk time to finish. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

it('answers a write, and a read of it, only after it is on the disk', async () => {
  const { write, read, told, flushes } = await setup();
  write('a');
  read('reader of a');
  await rest();
  expect([told, flushes.length]).toEqual([[], 1]);
  flushes[0]?.finish();
  await rest();
  expect(told.sort()).toEqual(['a', 'reader of a']);
  read('with nothing to wait for');
  await rest();
  expect(told).toContain('with nothing to wait for');
});

it('flushes once for all that was committed meanwhile, and not with a flush that had begun before', async () => {
  const { db, write, told, flushes } = await setup();
  write('a');
  await rest();
  const inTransaction = db.transaction().execute(async (trx) => {
    for (const text of ['b', 'c']) await trx.insertInto('notes').values({ text }).execute();
  });
  for (const text of ['d', 'e', 'f']) write(text);
  await rest();
  flushes[0]?.finish();
  await rest();
  expect([told, flushes.length]).toEqual([['a'], 2]);
  flushes[1]?.finish();
  await inTransaction;
  await rest();
  expect([told, flushes.length]).toEqual([['a', 'd', 'e', 'f'], 2]);
});

it('does not wait after a rollback or a read', async () => {
  const { db, read, told, flushes } = await setup();
  read('nothing written');
  await rest();
  expect([told, flushes.length]).toEqual([['nothing written'], 0]);
  const failed = db.transaction().execute(async () => {
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
});

it('refuses all writes after a failed flush', async () => {
  const { db, write, told, flushes, rows } = await setup();
  write('a');
  await rest();
  flushes[0]?.fail(new Error('EIO'));
  await rest();
  expect(told).toEqual(['a: The database could not be written to the disk.']);
  const later = db.insertInto('notes').values({ text: 'b' }).execute();
  await expect(later).rejects.toSatisfy(isStorageFault);
  expect(flushes).toHaveLength(1);
  // Reads work while the flush is under way.
  expect(await rows()).toContain('a');
});

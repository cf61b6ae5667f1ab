import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

/** Stored in `PRAGMA user_version` once a file holds no pages of the time before `secure_delete`. */
const erasedVersion = 1;
const attempts = 5;
const betweenMs = 200;

/**
 * Rewrites an SQLite file that was written before `secure_delete` was on, once: its free pages hold deleted texts. A
 * file that another process is using stays as it is until the next start. True when it was rewritten.
 */
export async function eraseFreePages({ db, engine }: Pick<Connection, 'db' | 'engine'>): Promise<boolean> {
  if (engine !== 'sqlite') return false;
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if ((rows[0]?.user_version ?? 0) >= erasedVersion) return false;
  await sql`vacuum`.execute(db);
  await sql`pragma user_version = ${sql.lit(erasedVersion)}`.execute(db);
  return eraseLog({ db, engine });
}

/**
 * Moves everything from the write-ahead log into the file and empties the log, which holds the old form of changed and
 * deleted rows. False when another process kept it in use all the time.
 */
export async function eraseLog({ db, engine }: Pick<Connection, 'db' | 'engine'>): Promise<boolean> {
  if (engine !== 'sqlite') return true;
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (attempt === attempts) return false;
    await sleep(betweenMs * attempt);
  }
}

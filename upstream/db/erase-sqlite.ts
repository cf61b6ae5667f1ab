import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

const attempts = 5;
const betweenMs = 200;

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

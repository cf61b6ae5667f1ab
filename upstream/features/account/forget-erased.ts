import { sql } from 'kysely';
import type { Connection } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';

/**
 * Call after an erasure has been committed: SQLite's write-ahead log holds the old form of erased rows until a checkpoint
 * empties it. Where another process reads at that moment, a later checkpoint does.
 */
export async function emptyLog({ db, engine }: Pick<Connection, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** `emptyLog` that never fails. */
export async function forgetErased(deps: Pick<Deps, 'db' | 'engine' | 'log'>): Promise<void> {
  await emptyLog(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the write-ahead log could not be emptied after an erasure');
  });
}

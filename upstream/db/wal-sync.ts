import { type FileHandle, open } from 'node:fs/promises';

/** Brings what was committed to the disk; see {@link createWalSync}. */
export interface WalSync {
  /** Something has been written that is not on the disk yet. */
  written(): void;
  /** What nobody may be told before: everything that was committed is on the disk. Undefined when it is already. */
  settled(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * SQLite's own way to a durable commit holds up the whole process while the disk works. So it commits without
 * (synchronous=NORMAL), and the same write-ahead log is flushed here, in the thread pool, before the answer: one flush
 * for all that was committed since the last one began.
 */
export function createWalSync(database: string, flush: Flush = flushOf(database)): WalSync {
  let isDirty = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let broken: Error | undefined;

  const flushNow = async (): Promise<void> => {
    if (broken) throw broken;
    try {
      await flush.run();
    } catch (error) {
      // The system may have dropped what it could not write, and would call the next attempt a success.
      broken = Object.assign(new Error('The database could not be written to the disk.', { cause: error }), {
        errcode: ioError,
      });
      throw broken;
    }
  };
  const flushNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    // What is committed from here on needs the one after this.
    next = undefined;
    running = flushNow();
    try {
      await running;
    } finally {
      running = undefined;
    }
  };

  return {
    written: () => {
      isDirty = true;
    },
    settled: () => {
      if (isDirty) {
        isDirty = false;
        next ??= flushNext();
      }
      return next ?? running;
    },
    close: async () => {
      await (next ?? running)?.catch(() => undefined);
      await flush.close();
    },
  };
}

/** SQLite's own number for it, which the rest of the program knows. */
const ioError = 10;

interface Flush {
  run: () => Promise<void>;
  close: () => Promise<void>;
}

function flushOf(database: string): Flush {
  let handle: FileHandle | undefined;
  return {
    run: async () => {
      if (database === ':memory:') return;
      // It is there as long as the database is open.
      handle ??= await open(`${database}-wal`, 'r+');
      await handle.datasync();
    },
    close: async () => handle?.close(),
  };
}

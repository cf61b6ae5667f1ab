import { type FileHandle, open } from 'node:fs/promises';

/** Flushes commits to the disk; see {@link createWalSync}. */
export interface WalSync {
  /** Call after every write: there is now something to flush. */
  written(): void;
  /** Resolves when everything committed so far is on the disk. Undefined when it already is. */
  settled(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * With synchronous=FULL, SQLite blocks the process while it flushes each commit. Commits here use synchronous=NORMAL,
 * and the write-ahead log is flushed in the thread pool before a result is returned: one flush covers all commits since
 * the previous flush began.
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
      // After a failed flush the operating system may discard the unwritten pages and report the next flush as a
      // success, so no later flush can be trusted.
      broken = Object.assign(new Error('The database could not be written to the disk.', { cause: error }), {
        errcode: ioError,
      });
      throw broken;
    }
  };
  const flushNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    // Commits from here on need the next flush.
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

/** SQLITE_IOERR, which `isStorageFault` recognises. */
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
      // The -wal file exists as long as the database is open.
      handle ??= await open(`${database}-wal`, 'r+');
      await handle.datasync();
    },
    close: async () => handle?.close(),
  };
}

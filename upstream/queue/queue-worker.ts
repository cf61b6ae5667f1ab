import { randomUUID } from 'node:crypto';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { claim, putBack, type QueueName, type Queues, removeRow, renewLease } from './queue-store.ts';

export interface QueueTimes {
  /** How often a worker looks for rows that others have queued, or whose pause is over. */
  pollMs: number;
  /** After so long without a sign of life of its worker, another one sends the row. */
  leaseMs: number;
}

export const queueTimes: QueueTimes = { pollMs: 2000, leaseMs: 60_000 };

/** The outcome of an attempt: the row leaves the queue, or is tried again. */
export type Settled = 'done' | { at: number; tries: number };

export interface WorkerDeps<Name extends QueueName> {
  db: Db;
  engine: Engine;
  now: () => number;
  trouble: Trouble;
  queue: Name;
  /** Rows that one worker sends at the same time. */
  lanes: number;
  /** Rows with the same value in this column take about so many lanes at most: one slow receiver stops no other. */
  share?: { column: keyof Queues[Name] & string; lanes: number };
  /** Sends one row. Rejects only where the database fails: another worker then tries after the lease. */
  send: (row: Queues[Name]) => Promise<Settled>;
  /** Ends what is still being sent when the grace is over. */
  cutOff: () => void;
  times?: QueueTimes | undefined;
}

export interface QueueWorker {
  /** Looks for rows soon, instead of at the next poll. */
  wake(): void;
  /** Begins no further row, and waits for those under way for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** How long rows that were cut off may take to be put back. */
const afterCutOffMs = 1000;

/** Sends what a queue in the database holds, beside the workers of other instances. */
export function startQueueWorker<Name extends QueueName>(deps: WorkerDeps<Name>): QueueWorker {
  const { db, engine, now, trouble, queue, lanes, share, times = queueTimes } = deps;
  const owner = randomUUID();
  const running = new Map<Promise<void>, Queues[Name]>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (stopping) return;
    timer = setTimeout(look, ms);
    timer.unref();
  };

  const look = (): void => {
    clearTimeout(timer);
    if (looking !== undefined) {
      lookAgain = true;
      return;
    }
    looking = take()
      .catch((error: unknown) => trouble('database', error))
      .finally(() => {
        looking = undefined;
        schedule(lookAgain ? 0 : times.pollMs);
        lookAgain = false;
      });
  };

  const take = async (): Promise<void> => {
    const free = lanes - running.size;
    if (stopping || free <= 0) return;
    const limit = Math.min(free, share?.lanes ?? free);
    const at = now();
    const lease = { owner, now: at, until: at + times.leaseMs };
    const rows = await claim(db, engine, queue, { ...lease, limit, ...(share && { without: fullShares(share) }) });
    for (const row of rows) {
      const sending = send(row)
        .catch((error: unknown) => trouble('database', error))
        .finally(() => {
          running.delete(sending);
          look();
        });
      running.set(sending, row);
    }
    if (rows.length === limit && running.size < lanes) lookAgain = true;
  };

  const fullShares = ({ column, lanes: most }: NonNullable<typeof share>) => {
    const byShare = Map.groupBy(running.values(), (row) => String(row[column]));
    return { column, values: [...byShare].filter(([, rows]) => rows.length >= most).map(([value]) => value) };
  };

  const send = async (row: Queues[Name]): Promise<void> => {
    const heart = setInterval(() => {
      const until = now() + times.leaseMs;
      renewLease(db, queue, row.id, { owner, until }).catch((error: unknown) => trouble('database', error));
    }, times.leaseMs / 3);
    try {
      const settled = await deps.send(row);
      if (settled === 'done') await removeRow(db, queue, row.id, owner);
      else await putBack(db, queue, row.id, owner, settled);
    } finally {
      clearInterval(heart);
    }
  };

  schedule(0);
  return {
    wake: look,
    async stop(graceMs = 5000) {
      stopping = true;
      clearTimeout(timer);
      await looking;
      await atMost(graceMs, Promise.all(running.keys()));
      deps.cutOff();
      await atMost(afterCutOffMs, Promise.all(running.keys()));
    },
  };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    giveUp = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(giveUp);
}

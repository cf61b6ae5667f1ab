import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '#upstream/db/connection.ts';
import { isStorageFault } from '#upstream/db/faults.ts';
import { type Job, priorities } from './job-store.ts';
import {
  errorText,
  type JobTimes,
  type JobWorker,
  pauseAfter,
  type Settled,
  startJobWorker,
  type WorkerParts,
} from './job-worker.ts';

interface CommonTurn {
  kind: string;
  /** From the end of one turn, in the whole cluster, to the next. */
  everyMs: number;
}

/** Work that comes again, in small batches: deletions of old rows. */
export interface BatchTurn extends CommonTurn {
  /** One batch, in its own transaction. Answers whether more may be left. */
  batch(now: number): Promise<boolean>;
}

/** Work that comes again for each thing that is due: accounts to erase, notifications to mail. */
export interface ItemTurn extends CommonTurn {
  /** The keys that are due and have no job of their own (`dueRows`), the longest waiting ones first. */
  due(now: number, limit: number): Promise<readonly string[]>;
  /**
   * Does what is due for one of them in one transaction, which looks again whether it is due: another instance may have
   * done it. When it rejects, the key gets a job of its own, and the others go on.
   */
  one(key: string, now: number): Promise<void>;
  /** Attempts after which an item that fails is dead; without it there is no end. */
  mostTries?: number;
  /** Called when a turn has done at least one. */
  after?(): Promise<void>;
}

export type Turn = BatchTurn | ItemTurn;

/** How many items are read at a time. */
const atOnce = 100;
/** A turn that has more to do than this ends, so that others have its lane; it is due again at once. */
const deadlineMs = 30_000;
/** Turns that one instance runs at the same time: one that hangs holds no other. */
const lanes = 6;
/** Of items of one kind that have failed: they hold no other kind. */
const lanesOfLabel = 2;

export interface TurnTimes extends JobTimes {
  /** Instead of `everyMs`, by kind; for tests, whose clocks may stand still. */
  everyMs?: Readonly<Record<string, number>>;
}

export interface TurnParts extends WorkerParts {
  log: Logger;
  times?: TurnTimes | undefined;
}

export interface Turns extends Pick<JobWorker, 'stop'> {
  /** All turns once, whatever their time is, until nothing is left. Never rejects. */
  runAll(): Promise<void>;
}

/** Runs work that comes again. Of several instances one runs each turn. */
export function startTurns(parts: TurnParts, turns: readonly Turn[]): Turns {
  const { db, clock, times } = parts;
  const byKind = new Map(turns.map((turn) => [turn.kind, turn]));
  let isStopping = false;
  const everyMs = ({ kind, everyMs: usual }: Turn) => times?.everyMs?.[kind] ?? usual;

  /** Until nothing is left (true), or the deadline is over (false). */
  const run = async (turn: Turn): Promise<boolean> => {
    const startedAt = performance.now();
    let done = 0;
    try {
      for (;;) {
        const isMore = 'batch' in turn ? await turn.batch(clock.now()) : await runItems(parts, turn, () => (done += 1));
        if (!isMore) return true;
        if (isStopping || performance.now() - startedAt > deadlineMs) return false;
      }
    } finally {
      if ('one' in turn && done > 0) await turn.after?.();
    }
  };

  const work = async (job: Job): Promise<Settled> => {
    const turn = byKind.get(job.kind);
    if (turn === undefined) return 'done';
    if (job.key !== '') return 'one' in turn ? again(parts, turn, job) : 'done';
    // Due since the same time while more is left: the metric shows that the work lags.
    const at = (await run(turn)) ? clock.now() + everyMs(turn) : job.due_at;
    return { at, tries: 0 };
  };

  const worker = startJobWorker(parts, {
    kinds: turns.map(({ kind }) => kind),
    priorities: [priorities.usual],
    lanes,
    lanesOfLabel,
    plan: () => plan(db, turns, (turn) => clock.now() + everyMs(turn)),
    run: work,
  });
  return {
    async runAll() {
      for (const turn of turns)
        try {
          while (!(await run(turn)) && !isStopping);
        } catch (error) {
          parts.log.warn({ err: error, job: turn.kind }, 'a turn of background work has failed');
        }
    },
    async stop(graceMs) {
      isStopping = true;
      await worker.stop(graceMs);
    },
  };
}

/** Every turn has one row, whichever instance has written it first. A clock that was ahead puts none off for longer than its time. */
async function plan(db: Db, turns: readonly Turn[], firstAt: (turn: Turn) => number): Promise<void> {
  if (turns.length === 0) return;
  const rows = turns.map((turn) => {
    const at = firstAt(turn);
    return { kind: turn.kind, key: '', priority: priorities.usual, label: turn.kind, created_at: 0, due_at: at };
  });
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ due_at: sql`excluded.due_at` })
        .where('jobs.due_at', '>', sql<number>`excluded.due_at`),
    )
    .execute();
}

async function runItems({ db, clock, log }: TurnParts, turn: ItemTurn, noteDone: () => void): Promise<boolean> {
  const keys = await turn.due(clock.now(), atOnce);
  for (const key of keys)
    try {
      await turn.one(key, clock.now());
      noteDone();
    } catch (error) {
      if (isStorageFault(error)) throw error;
      log.error({ err: error, job: turn.kind, key }, 'a background job has failed; it is tried again later');
      const now = clock.now();
      await db
        .insertInto('jobs')
        .values({
          kind: turn.kind,
          key,
          priority: priorities.usual,
          label: turn.kind,
          created_at: now,
          due_at: now + pauseAfter(1),
          tries: 1,
          last_error: errorText(error),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  return keys.length === atOnce;
}

/** One of the items that have failed. */
async function again({ clock, log }: TurnParts, turn: ItemTurn, { key, tries: before }: Job): Promise<Settled> {
  try {
    await turn.one(key, clock.now());
    await turn.after?.();
    return 'done';
  } catch (error) {
    if (isStorageFault(error)) throw error;
    const [now, tries] = [clock.now(), before + 1];
    const isDead = turn.mostTries !== undefined && tries >= turn.mostTries;
    log.error(
      { err: error, job: turn.kind, key, tries },
      isDead ? 'a background job is dead' : 'a background job has failed again',
    );
    return { at: now + pauseAfter(tries), tries, error: errorText(error), ...(isDead && { diedAt: now }) };
  }
}

/** Rows whose time has come, as parts of SQL, written by us. */
interface DueRows {
  table: string;
  key: string;
  /** The column with the time. */
  at: string;
  /** They are due so long before it. */
  earlyMs?: number;
  only?: string;
}

/** For `due`: leaves out the items that have failed, which are jobs of their own by then. */
export function dueRows(
  db: Db,
  kind: string,
  { table, key, at, earlyMs = 0, only = 'true' }: DueRows,
): ItemTurn['due'] {
  const [from, id, time] = [sql.table(table), sql.ref(`${table}.${key}`), sql.ref(at)];
  return async (now, limit) => {
    const { rows } = await sql<{ id: string }>`
      select ${id} as id from ${from} where ${sql.raw(only)} and ${time} <= ${now + earlyMs}
        and not exists (select 1 from jobs where jobs.kind = ${kind} and jobs.key = ${id})
      order by ${time} limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  };
}

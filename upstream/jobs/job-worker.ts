import { randomUUID } from 'node:crypto';
import { reasonOf } from '#platform/log/reason.ts';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { minute } from '#shared/durations.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { isStorageFault } from '#upstream/db/faults.ts';
import type { JobClock } from './job-clock.ts';
import {
  claim,
  type Job,
  mendTimes,
  type Next,
  type Priority,
  putBack,
  releaseLeases,
  removeJob,
  renewLeases,
} from './job-store.ts';

export interface JobTimes {
  /** How often a worker looks for jobs that others have queued, or whose pause is over. */
  pollMs: number;
  /** After so long without a sign of life of its worker, another one takes the job. */
  leaseMs: number;
}

export const jobTimes: JobTimes = { pollMs: 2000, leaseMs: 60_000 };

/** The outcome of an attempt: the job is deleted, or kept for another attempt. */
export type Settled = 'done' | Next;

/** The parts that all workers of an instance share. */
export interface WorkerParts {
  db: Db;
  engine: Engine;
  clock: JobClock;
  trouble: Trouble;
  times?: JobTimes | undefined;
}

export interface Work {
  kinds: readonly string[];
  priorities: readonly Priority[];
  /** Jobs that one worker runs at the same time. */
  lanes: number;
  /** Of jobs with the same label about so many run at most: one slow receiver stops no other. */
  lanesOfLabel?: number;
  /** Runs one job. A job whose run rejects is tried again after a pause. */
  run: (job: Job) => Promise<Settled>;
  /** Called at the start, and when the clock was set back: writes the jobs that must be there. */
  plan?: () => Promise<void>;
  /** Ends what still runs when the grace is over. */
  cutOff?: () => void;
}

export interface JobWorker {
  /** Looks for jobs soon, instead of at the next poll. */
  wake(): void;
  /** Begins no further job, waits for those that run for at most `graceMs`, and gives the leases of the others back. */
  stop(graceMs?: number): Promise<void>;
}

/** A clock that is kept right goes back by less at a time. */
const clockStepMs = 1000;

/** Jobs of an instance whose clock is ahead wait for so long at most. */
const mendEveryMs = minute;

/** How long jobs that were cut off may take to settle. */
const afterCutOffMs = 1000;

/** Runs jobs of some kinds, beside the workers of other instances. */
export function startJobWorker(parts: WorkerParts, work: Work): JobWorker {
  const { db, engine, clock, trouble, times = jobTimes } = parts;
  const { kinds, priorities, lanes, lanesOfLabel } = work;
  const owner = randomUUID();
  const running = new Map<Promise<void>, Job>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let heart: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let latest = Number.POSITIVE_INFINITY;
  let mendedAt = 0;

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
    await clock.measure();
    const limit = Math.min(free, lanesOfLabel ?? free);
    const now = clock.now();
    // At the start, because the clock may have been ahead before, and whenever it is set back.
    const isSetBack = now < latest - clockStepMs;
    if (isSetBack) await work.plan?.();
    if (isSetBack || now >= mendedAt + mendEveryMs) {
      await mendTimes(db, { kinds, owner, now, leaseMs: times.leaseMs });
      mendedAt = now;
    }
    latest = now;
    const without = lanesOfLabel === undefined ? [] : fullLabels(lanesOfLabel);
    const lease = { owner, now, until: now + times.leaseMs };
    const jobs = await claim(db, engine, { ...lease, kinds, priorities, limit, without });
    for (const job of jobs) {
      const run = attempt(job)
        .catch((error: unknown) => trouble('database', error))
        .finally(() => {
          running.delete(run);
          look();
        });
      running.set(run, job);
    }
    beat();
    if (jobs.length === limit && running.size < lanes) lookAgain = true;
  };

  const fullLabels = (most: number): string[] =>
    [...Map.groupBy(running.values(), ({ label }) => label)]
      .filter(([, jobs]) => jobs.length >= most)
      .map(([label]) => label);

  /** Renews all leases together for as long as jobs run. */
  const beat = (): void => {
    if (heart !== undefined || running.size === 0) return;
    heart = setInterval(() => {
      if (running.size > 0) {
        const until = clock.now() + times.leaseMs;
        renewLeases(db, [...running.values()], { owner, until }).catch((error: unknown) => trouble('database', error));
        return;
      }
      clearInterval(heart);
      heart = undefined;
    }, times.leaseMs / 3);
    heart.unref();
  };

  const attempt = async (job: Job): Promise<void> => {
    const settled = await runOrPutOff(job);
    if (settled === 'done') await removeJob(db, job, owner);
    else await putBack(db, job, owner, settled);
  };

  const runOrPutOff = async (job: Job): Promise<Settled> => {
    try {
      return await work.run(job);
    } catch (error) {
      return afterFailure(job, error, clock.now());
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
      work.cutOff?.();
      await atMost(afterCutOffMs, Promise.all(running.keys()));
      clearInterval(heart);
      await releaseLeases(db, [...running.values()], owner).catch((error: unknown) => trouble('database', error));
    },
  };
}

/** Throws where the database fails, which could store nothing: the lease ends by itself then. */
function afterFailure(job: Job, error: unknown, now: number): Next {
  if (isStorageFault(error)) throw error;
  const tries = job.tries + 1;
  return { at: now + pauseAfter(tries), tries, error: errorText(error) };
}

const longestWords = 300;

/** For `last_error`, which operators read: an address that a library has put into its message is left out. */
export function errorText(error: unknown): string {
  return reasonOf(error)
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .slice(0, longestWords);
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    giveUp = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(giveUp);
}

const first = minute / 2;
const longest = 60 * minute;

/** In milliseconds, after so many failed attempts: half a minute, then twice as long each time, up to `atMost`. */
export function pauseAfter(tries: number, atMost = longest, random = Math.random()): number {
  const pause = Math.min(first * 2 ** Math.min(tries - 1, 20), atMost);
  // Jobs that failed together are not tried together again.
  return Math.round(pause * (0.9 + 0.2 * random));
}

import { sql } from 'kysely';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { JobRow } from '#upstream/db/schema.ts';

export type Job = JobRow;
export type JobName = Pick<Job, 'kind' | 'key'>;

/** Of mails, `first` are links that somebody waits for, `usual` tell of the account, and `last` of notifications. */
export const priorities = { first: 0, usual: 1, last: 2 } as const;
export type Priority = (typeof priorities)[keyof typeof priorities];

export interface NewJob {
  kind: string;
  key: string;
  priority: Priority;
  userId: string | null;
  label: string;
  body?: string;
  now: number;
}

/** Queues a job in the transaction of its cause: both are committed, or neither. */
export async function insertJob(trx: Trx, { userId, now, ...job }: NewJob): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ ...job, user_id: userId, created_at: now, due_at: now })
    .execute();
}

export interface Lease {
  /** A name of the worker that no other has. */
  owner: string;
  now: number;
  until: number;
}

export interface Claim extends Lease {
  kinds: readonly string[];
  /** In the order in which they are looked through. */
  priorities: readonly Priority[];
  limit: number;
  /** Leaves out jobs with one of these labels. */
  without?: readonly string[];
}

/** Takes jobs that are due: by priority, then the longest waiting ones. Workers that ask together get different ones. */
export async function claim(db: Db, engine: Engine, wanted: Claim): Promise<Job[]> {
  const claimed: Job[] = [];
  // One statement for each priority, because an index finds the due jobs of one priority only.
  for (const priority of wanted.priorities) {
    if (claimed.length >= wanted.limit) break;
    claimed.push(...(await claimOf(db, engine, priority, { ...wanted, limit: wanted.limit - claimed.length })));
  }
  return claimed;
}

async function claimOf(
  db: Db,
  engine: Engine,
  priority: Priority,
  { owner, now, until, kinds, limit, without = [] }: Claim,
): Promise<Job[]> {
  return db
    .with(
      // Read once: as a subquery of the update it could be read again for each row, and then skips what it has just taken.
      (cte) => cte('due').materialized(),
      (builder) =>
        builder
          .selectFrom('jobs')
          .select(['kind', 'key'])
          .where('died_at', 'is', null)
          .where('kind', 'in', [...kinds])
          .where('priority', '=', priority)
          .where('due_at', '<=', now)
          .where('lease_until', '<=', now)
          .$if(without.length > 0, (query) => query.where('label', 'not in', [...without]))
          .orderBy('due_at')
          .orderBy('key')
          .limit(limit)
          // SQLite has one writer at a time, so that the statement cannot meet another.
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('jobs')
    .set({ lease_by: owner, lease_until: until })
    .where(sql<boolean>`(kind, key) in (select due.kind, due.key from due)`)
    .returningAll()
    .execute();
}

/** While jobs run, so that no other worker takes them after the first lease. */
export async function renewLeases(
  db: Db,
  jobs: readonly JobName[],
  { owner, until }: Omit<Lease, 'now'>,
): Promise<void> {
  for (const [kind, same] of Map.groupBy(jobs, (job) => job.kind))
    await db
      .updateTable('jobs')
      .set({ lease_until: until })
      .where('kind', '=', kind)
      .where(
        'key',
        'in',
        same.map(({ key }) => key),
      )
      .where('lease_by', '=', owner)
      .execute();
}

/**
 * After a clock that is or was ahead: jobs that were queued later than now are due, and leases end that no worker can have
 * taken by today's time.
 */
export async function mendTimes(
  db: Db,
  { kinds, owner, now, leaseMs }: { kinds: readonly string[]; owner: string; now: number; leaseMs: number },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ created_at: now, due_at: now, lease_until: 0, lease_by: '' })
    .where('kind', 'in', [...kinds])
    .where('lease_by', '<>', owner)
    .where(({ eb, or }) => or([eb('created_at', '>', now), eb('lease_until', '>', now + 2 * leaseMs)]))
    .execute();
}

/** Gives the jobs of a worker that ends back, so that another takes them at once. */
export async function releaseLeases(db: Db, jobs: readonly JobName[], owner: string): Promise<void> {
  for (const { kind, key } of jobs)
    await db
      .updateTable('jobs')
      .set({ lease_until: 0, lease_by: '' })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('lease_by', '=', owner)
      .execute();
}

/** Only the worker that holds the lease decides about a job. */
export async function removeJob(db: Db, { kind, key }: JobName, owner: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).where('lease_by', '=', owner).execute();
}

export interface Next {
  at: number;
  tries: number;
  error?: string;
  /** The time from which the job is not tried again by itself. */
  diedAt?: number;
}

export async function putBack(db: Db, { kind, key }: JobName, owner: string, next: Next): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      due_at: next.at,
      tries: next.tries,
      last_error: next.error ?? '',
      lease_until: 0,
      lease_by: '',
      died_at: next.diedAt ?? null,
    })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('lease_by', '=', owner)
    .execute();
}

export interface JobCounts {
  kind: string;
  /** Jobs that wait; work that comes again has none. */
  waiting: number;
  /** Since when the oldest one waits to be done for the first time; undefined without one. */
  oldestAt: number | undefined;
  /** The most failed attempts of one that is still tried. */
  tries: number;
  dead: number;
}

/** By kind, those of `kinds` also where they have no job. */
export async function countJobs(db: Db, kinds: readonly string[], now: number): Promise<JobCounts[]> {
  const { rows } = await sql<Record<'waiting' | 'tries' | 'dead', number> & { kind: string; oldest: number | null }>`
    select kind,
      sum(case when key <> '' and died_at is null then 1 else 0 end) as waiting,
      min(case when died_at is not null then null when key = '' then due_at else created_at end) as oldest,
      max(case when died_at is null then tries else 0 end) as tries,
      sum(case when died_at is null then 0 else 1 end) as dead
    from jobs group by kind`.execute(db);
  const none = kinds.filter((kind) => !rows.some((row) => row.kind === kind));
  return [
    ...rows.map(({ kind, waiting, oldest, tries, dead }) => ({
      kind,
      waiting: Number(waiting),
      oldestAt: oldest === null || Number(oldest) > now ? undefined : Number(oldest),
      tries: Number(tries),
      dead: Number(dead),
    })),
    ...none.map((kind) => ({ kind, waiting: 0, oldestAt: undefined, tries: 0, dead: 0 })),
  ];
}

/** For the operator: jobs that have failed, the dead ones first. */
export function listFailing(db: Db, limit: number): Promise<Job[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where(({ eb, or }) => or([eb('tries', '>', 0), eb('died_at', 'is not', null)]))
    .orderBy(sql`case when died_at is null then 1 else 0 end`)
    .orderBy('tries', 'desc')
    .orderBy('kind')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Makes the failed jobs of a kind due, dead ones too, as if they were queued now. Answers how many. */
export async function retryFailing(db: Db, kind: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ created_at: now, due_at: now, tries: 0, died_at: null })
    .where('kind', '=', kind)
    .where('lease_by', '=', '')
    .where(({ eb, or }) => or([eb('tries', '>', 0), eb('died_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes the dead jobs of a kind. Answers how many. */
export async function dropDead(db: Db, kind: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('died_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type MailOutcome, mails } from '#platform/telemetry/mails.ts';
import { type PushOutcome, pushes } from '#platform/telemetry/pushes.ts';
import { type Query, queries } from '#platform/telemetry/queries.ts';
import { countRedisFaults } from '#platform/telemetry/redis-fault-metric.ts';
import { type RefusalByBudget, refusals } from '#platform/telemetry/refusals.ts';
import type { JobCounts } from '#upstream/jobs/job-store.ts';
import type { PoolUse } from '../db/postgres/writable-pool.ts';
import { countSafety } from './safety-metrics.ts';
import { createStatementName } from './statement-name.ts';

/** The values that the gauges read at every scrape. */
export interface UpstreamState {
  readonly sockets: () => number;
  readonly isLeaving: () => boolean;
  /** The size of the database; rejects when the database does not answer. */
  readonly databaseBytes: () => Promise<number>;
  readonly canWrite: () => Promise<boolean>;
  /** Of PostgreSQL's connections. */
  readonly poolUse?: (() => PoolUse) | undefined;
  /** Background work, by kind. */
  readonly jobs: () => Promise<readonly JobCounts[]>;
  /** Open cases of moderators, and since when the oldest waits that nobody has opened. */
  readonly cases: () => Promise<{ open: number; suspended: number; unseenSince: number | undefined }>;
  /** Counts what operators have done with the admin command since the last scrape. */
  readonly countOperatorActs?: (() => Promise<void>) | undefined;
  /** Whether Redis answers and takes writes; undefined without Redis. */
  readonly redisIsUp?: (() => boolean) | undefined;
}

export interface Metrics {
  /** Gives the gauges the upstream that they read from. Call it once. */
  readonly watch: (state: UpstreamState) => void;
  /** Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
}

/**
 * How long a scrape waits for what the gauges read: whatever the database does, the answer comes before the limits of
 * scrapers (10 s in Prometheus), and says that it is away.
 */
const scrapeMs = 1500;

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10];

/**
 * Counts for Prometheus. Create it before the database is connected: a connection measures its statements only when
 * somebody has subscribed to them by then.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const sqlSeconds = new Histogram({
    name: 'upstream_sql_seconds',
    help: 'From sending a statement to its last row, by verb and first table',
    labelNames: ['statement'],
    buckets: secondsBuckets,
    registers,
  });
  const sqlErrors = new Counter({
    name: 'upstream_sql_errors_total',
    help: 'Statements that the database refused or did not answer',
    registers,
  });
  const nameOf = createStatementName();
  const record = (message: unknown): void => {
    const { sql, ms, error } = message as Query;
    sqlSeconds.observe({ statement: nameOf(sql) }, ms / 1000);
    if (error !== undefined) sqlErrors.inc();
  };
  queries.subscribe(record);
  const refused = new Counter({
    name: 'upstream_refusals_total',
    help: 'Calls refused by a budget (docs/operations.md), or by the full queue for password checks',
    labelNames: ['budget'],
    registers,
  });
  const countRefusal = (message: unknown): void => refused.inc({ budget: (message as RefusalByBudget).budget });
  refusals.subscribe(countRefusal);
  const mailOutcomes = new Counter({
    name: 'upstream_mails_total',
    help: 'Attempts to send a mail: sent, delayed (tried again later), refused, given-up, or dropped as no longer due',
    labelNames: ['outcome', 'kind'],
    registers,
  });
  const countMail = (message: unknown): void => {
    const { outcome, kind } = message as MailOutcome;
    mailOutcomes.inc({ outcome, kind });
  };
  mails.subscribe(countMail);
  const pushOutcomes = new Counter({
    name: 'upstream_pushes_total',
    help: 'Attempts to send a push message: sent, delayed (tried again later), refused, given-up, gone (the browser has left) or unneeded (read meanwhile, or the person is here)',
    labelNames: ['outcome'],
    registers,
  });
  const countPush = (message: unknown): void => pushOutcomes.inc({ outcome: (message as PushOutcome).outcome });
  pushes.subscribe(countPush);
  const stopSafety = countSafety(registry);
  const stopRedis = countRedisFaults(registry, 'upstream');
  /** Each reads one thing of the upstream and sets its gauges. */
  const readings: (() => Promise<void>)[] = [];

  return {
    watch(state) {
      const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
      const read = <Value>(ask: () => Value | Promise<Value>, rows: readonly [Gauge, (value: Value) => number][]) => {
        readings.push(async () => {
          try {
            const value = await within(scrapeMs, ask());
            for (const [one, of] of rows) one.set(of(value));
          } catch {
            // Without a value the metric is absent, which alerts tell from 0.
            for (const [one] of rows) one.remove();
          }
        });
      };
      const readJobs = (ask: UpstreamState['jobs']) => {
        const ofKind = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers });
        const rows: readonly [Gauge<'kind'>, (counts: JobCounts) => number][] = [
          [
            ofKind('upstream_jobs_waiting', 'Jobs that wait, such as mails; 0 for work that comes again'),
            (job) => job.waiting,
          ],
          [
            ofKind('upstream_jobs_oldest_seconds', 'For how long the job that waits for longest is due; 0 without one'),
            ({ oldestAt }) => ageInSeconds(oldestAt),
          ],
          [
            ofKind('upstream_jobs_tries', 'The most failed attempts of a job that is still tried'),
            ({ tries }) => tries,
          ],
          [ofKind('upstream_jobs_dead', 'Jobs that are not tried any more'), ({ dead }) => dead],
        ];
        readings.push(async () => {
          const counts = await within(scrapeMs, ask()).catch(() => []);
          for (const [one, of] of rows) {
            one.reset();
            for (const count of counts) one.set({ kind: count.kind }, of(count));
          }
        });
      };
      const show = (name: string, help: string, ask: () => number | Promise<number>) =>
        read(ask, [[gauge(name, help), (value) => value]]);
      const { poolUse, redisIsUp } = state;
      // First, because they are asked one after the other, on one connection.
      show('upstream_database_up', '1 while the database answers and takes writes', () =>
        within(scrapeMs, state.canWrite()).then(Number, () => 0),
      );
      if (poolUse)
        read(poolUse, [
          [gauge('upstream_pool_open', 'Connections to PostgreSQL'), ({ open }) => open],
          [gauge('upstream_pool_used', 'Connections to PostgreSQL that run something'), ({ used }) => used],
          [gauge('upstream_pool_waiting', 'Calls that wait for a connection to PostgreSQL'), ({ waiting }) => waiting],
        ]);
      if (redisIsUp) show('upstream_redis_up', '1 while Redis answers and takes writes', () => Number(redisIsUp()));
      readJobs(state.jobs);
      read(state.cases, [
        [gauge('upstream_cases_open', 'Cases that wait for moderators'), ({ open }) => open],
        [gauge('upstream_suspended_people', 'People who are suspended'), ({ suspended }) => suspended],
        [
          gauge('upstream_oldest_unseen_case_seconds', 'Age of the oldest case that nobody has opened'),
          ({ unseenSince }) => ageInSeconds(unseenSince),
        ],
      ]);
      show('upstream_open_sockets', 'Socket.IO connections', state.sockets);
      show('upstream_draining', '1 while shutting down', () => Number(state.isLeaving()));
      show('upstream_database_bytes', 'Size of the database', state.databaseBytes);
      const { countOperatorActs } = state;
      // While the database is away, or takes no writes, they wait for a later scrape.
      if (countOperatorActs) readings.push(() => within(scrapeMs, countOperatorActs()).catch(() => undefined));
    },
    async text() {
      await Promise.all(readings.map((reading) => reading()));
      return registry.metrics();
    },
    stop() {
      queries.unsubscribe(record);
      refusals.unsubscribe(countRefusal);
      mails.unsubscribe(countMail);
      pushes.unsubscribe(countPush);
      stopSafety();
      stopRedis();
    },
  };
}

function ageInSeconds(since: number | undefined): number {
  return since === undefined ? 0 : (Date.now() - since) / 1000;
}

/** Rejects when `work` takes longer. */
async function within<Value>(ms: number, work: Value | Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

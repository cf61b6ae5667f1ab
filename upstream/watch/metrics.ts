import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobCounts } from '#upstream/jobs/job-store.ts';
import type { PoolUse, Statement } from '../db/connection.ts';
import type { Count } from './count.ts';
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
  /** Whether Redis answers and takes writes; undefined without Redis. */
  readonly redisIsUp?: (() => boolean) | undefined;
}

export interface Metrics {
  readonly count: Count;
  readonly onStatement: (statement: Statement) => void;
  /** Gives the gauges the upstream that they read from. Call it once. */
  readonly watch: (state: UpstreamState) => void;
  /** Prometheus' text format. */
  readonly text: () => Promise<string>;
}

/**
 * How long a scrape waits for what the gauges read: whatever the database does, the answer comes before the limits of
 * scrapers (10 s in Prometheus), and says that it is away.
 */
const scrapeMs = 1500;

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10];

/** For Prometheus. */
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
  const count = createCount(registers);
  /** Each reads one thing of the upstream and sets its gauges. */
  const readings: (() => Promise<void>)[] = [];

  return {
    count,
    onStatement({ sql, ms, hasFailed }) {
      sqlSeconds.observe({ statement: nameOf(sql) }, ms / 1000);
      if (hasFailed) sqlErrors.inc();
    },
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
    },
    async text() {
      await Promise.all(readings.map((reading) => reading()));
      return registry.metrics();
    },
  };
}

function createCount(registers: Registry[]): Count {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const refusals = counter(
    'upstream_refusals_total',
    'Calls refused by a budget (docs/operations.md), or by a full queue for passwords or pictures',
    ['budget'],
  );
  const mails = counter(
    'upstream_mails_total',
    'Attempts to send a mail: sent, delayed (tried again later), refused, given-up, or dropped as no longer due',
    ['outcome', 'kind'],
  );
  const pushes = counter(
    'upstream_pushes_total',
    'Attempts to send a push message: sent, delayed (tried again later), refused, given-up, gone (the browser has left) or unneeded (read meanwhile, or the person is here)',
    ['outcome'],
  );
  const reports = counter('upstream_reports_total', 'Reports of a person, message, project or picture', ['kind']);
  const blocks = counter('upstream_blocks_total', 'Blocks of one person by another');
  const actions = counter(
    'upstream_case_actions_total',
    'What moderators do: dismiss, hide, hide-name, warn, suspend, erase, undo',
    ['action'],
  );
  const looks = new Histogram({
    name: 'upstream_first_look_seconds',
    help: 'From the first report of a case until a moderator opens it',
    buckets: [0.25, 1, 2, 4, 8, 24, 48, 168].map((hours) => hours * 3600),
    registers,
  });
  const redisFaults = counter(
    'upstream_redis_faults_total',
    'Commands and probes that Redis did not answer, or refused as a standby or a Cluster does',
  );
  return (counted) => {
    if (counted.of === 'refusal') refusals.inc({ budget: counted.budget });
    else if (counted.of === 'mail') mails.inc({ outcome: counted.outcome, kind: counted.kind });
    else if (counted.of === 'push') pushes.inc({ outcome: counted.outcome });
    else if (counted.of === 'report') reports.inc({ kind: counted.kind });
    else if (counted.of === 'block') blocks.inc();
    else if (counted.of === 'case-action') actions.inc({ action: counted.action });
    else if (counted.of === 'first-look') looks.observe(counted.seconds);
    else redisFaults.inc();
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

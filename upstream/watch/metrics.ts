import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type MailOutcome, mails } from '#telemetry/mails.ts';
import { type PushOutcome, pushes } from '#telemetry/pushes.ts';
import { type Query, queries } from '#telemetry/queries.ts';
import { type RefusalByBudget, refusals } from '#telemetry/refusals.ts';
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
  /** The mails that wait, and the time at which the oldest was queued; undefined without mail. */
  readonly waitingMails?: (() => Promise<{ waiting: number; oldestAt: number | undefined }>) | undefined;
  /** The same for push messages. */
  readonly waitingPushes: () => Promise<{ waiting: number; oldestAt: number | undefined }>;
  /** Open cases of moderators, and since when the oldest waits that nobody has opened. */
  readonly cases: () => Promise<{ open: number; suspended: number; unseenSince: number | undefined }>;
  /** Counts what operators have done with the admin command since the last scrape. */
  readonly countOperatorActs?: (() => Promise<void>) | undefined;
  /** Undefined without Redis. */
  readonly redisIsUp?: (() => boolean) | undefined;
}

export interface Metrics {
  /** Gives the gauges the upstream that they read from. Call it once. */
  readonly watch: (state: UpstreamState) => void;
  /** Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
}

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
  let countOperatorActs: UpstreamState['countOperatorActs'];

  return {
    watch(state) {
      countOperatorActs = state.countOperatorActs;
      const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            // Without a value the metric is absent, which alerts tell from 0.
            await Promise.resolve(read()).then(
              (value) => this.set(value),
              () => this.remove(),
            );
          },
        });
      const { poolUse, redisIsUp, waitingMails } = state;
      // Read before the gauges that ask the database, whose own statements would be counted.
      if (poolUse) {
        gauge('upstream_pool_open', 'Connections to PostgreSQL', () => poolUse().open);
        gauge('upstream_pool_used', 'Connections to PostgreSQL that run something', () => poolUse().used);
        gauge('upstream_pool_waiting', 'Calls that wait for a connection to PostgreSQL', () => poolUse().waiting);
      }
      if (redisIsUp) gauge('upstream_redis_up', '1 while Redis is connected', () => Number(redisIsUp()));
      if (waitingMails) {
        gauge('upstream_mails_waiting', 'Mails in the outbox', async () => (await waitingMails()).waiting);
        gauge('upstream_mail_oldest_seconds', 'Age of the mail that waits for longest; 0 without one', async () =>
          ageInSeconds((await waitingMails()).oldestAt),
        );
      }
      gauge(
        'upstream_pushes_waiting',
        'Push messages in the outbox',
        async () => (await state.waitingPushes()).waiting,
      );
      gauge('upstream_push_oldest_seconds', 'Age of the push message that waits for longest; 0 without one', async () =>
        ageInSeconds((await state.waitingPushes()).oldestAt),
      );
      gauge('upstream_cases_open', 'Cases that wait for moderators', async () => (await state.cases()).open);
      gauge('upstream_suspended_people', 'People who are suspended', async () => (await state.cases()).suspended);
      gauge('upstream_oldest_unseen_case_seconds', 'Age of the oldest case that nobody has opened', async () => {
        const { unseenSince } = await state.cases();
        return unseenSince === undefined ? 0 : (Date.now() - unseenSince) / 1000;
      });
      gauge('upstream_open_sockets', 'Socket.IO connections', state.sockets);
      gauge('upstream_draining', '1 while shutting down', () => Number(state.isLeaving()));
      gauge('upstream_database_bytes', 'Size of the database', state.databaseBytes);
      gauge('upstream_database_up', '1 while the database answers and takes writes', () =>
        state.canWrite().then(Number, () => 0),
      );
    },
    async text() {
      // While the database is away, or takes no writes, they wait for a later scrape.
      await countOperatorActs?.().catch(() => undefined);
      return registry.metrics();
    },
    stop() {
      queries.unsubscribe(record);
      refusals.unsubscribe(countRefusal);
      mails.unsubscribe(countMail);
      pushes.unsubscribe(countPush);
      stopSafety();
    },
  };
}

function ageInSeconds(since: number | undefined): number {
  return since === undefined ? 0 : (Date.now() - since) / 1000;
}

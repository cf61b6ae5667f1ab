import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freeze } from '#tests/support/freeze.ts';
import { type OwnServer, startOwnPostgres, startOwnRedis, startStandbyOf } from '#tests/support/own-servers.ts';
import { eventually, upstreamPid } from '#tests/support/start-product.ts';
import { startTcpRelay } from '#tests/support/tcp-relay.ts';
import type { Drill, Promises, Size } from './drill.ts';
import { metricsEnv, type SiteWatch, watchSite } from './watch-site.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

/** The promise of docs/operations.md: from the new primary, or from the end of the cause. */
const worksWithinMs = 15_000;

interface Silence {
  env: Record<string, string>;
  /** Silences something, and returns what ends the cause. */
  begin(upstream: number): (() => void | Promise<void>) | Promise<() => void | Promise<void>>;
  /** The bound of every answer meanwhile. */
  answersWithinMs: number;
  alert: string;
  /** A metric that must be 0 meanwhile, within two seconds. */
  down?: string | undefined;
  codes: readonly string[];
}

function silently(size: Size, { env, begin, answersWithinMs, alert, down, codes }: Silence) {
  const facts: string[] = [];
  return productUnderLoad(size, { ...env, ...metricsEnv }, (running) => ({
    rounds: 1,
    async fault(_round, { url, promises }) {
      const site = await watchSite(running.product, url);
      try {
        const end = await begin(await upstreamPid(running.product));
        try {
          const [, firesMs] = await Promise.all([
            checkSilence(site, promises, { answersWithinMs, down }),
            site.fires(alert),
          ]);
          facts.push(firesMs === undefined ? 'Prometheus is not installed' : `${alert} fired by a scrape`);
        } finally {
          await end();
        }
        const { ms, longestMs } = await site.untilItWrites();
        promises.check(ms < worksWithinMs, `it wrote again only after ${seconds(ms)}`);
        facts.push(`wrote again ${seconds(ms)} after the end of the cause, longest answer ${seconds(longestMs)}`);
        if (down !== undefined) {
          await eventually(async () => (await site.metric(down)).value === 1);
          facts.push(`${down} is 1 again`);
        }
      } finally {
        await site.end();
      }
    },
    judge: (report, promises) => promises.checkCodes(report.codes, codes),
    facts: () => facts,
  }));

  async function checkSilence(
    site: SiteWatch,
    promises: Promises,
    { answersWithinMs: withinMs, down: metric }: Pick<Silence, 'answersWithinMs' | 'down'>,
  ) {
    // As many at once as keep a small pool full.
    const answers = await Promise.all(Array.from({ length: 8 }, site.write));
    const longest = Math.max(...answers.map(({ ms }) => ms));
    promises.check(longest < withinMs, `an answer took ${seconds(longest)}`);
    facts.push(`silent: ${[...new Set(answers.map(({ status }) => status))].join(', ')} within ${seconds(longest)}`);
    if (metric === undefined) return;
    const { value, ms } = await site.metric(metric);
    promises.check(value === 0, `${metric} was ${value}`);
    promises.check(ms < 2000, `/metrics took ${seconds(ms)}`);
    facts.push(`${metric} ${value}, /metrics answered within ${seconds(ms)}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A small pool, so that it is full of calls that hang. 12 s is the bound of a query, 5 s that of a wait for the pool. */
const postgres = {
  answersWithinMs: 19_000,
  alert: 'DatabaseUnavailable',
  down: 'upstream_database_up',
  // The load itself gives up sooner than a query's bound.
  codes: ['unavailable', 'no answer within 8 s'],
};
const smallPool = { DB_POOL_SIZE: '4' };

export const silentDeaths: readonly Drill[] = [
  {
    name: 'silent: PostgreSQL stopped with its pool full, its standby promoted',
    promised: `Every call is answered meanwhile, 503; /metrics says within 2 s that the database is down, and DatabaseUnavailable fires; writes work within ${seconds(worksWithinMs)} of the promotion without a restart; nothing that was acknowledged is lost or doubled.`,
    run: (size) =>
      withOwnServer(startOwnPostgres, (primary) =>
        withOwnServer(
          () => startStandbyOf(primary),
          async (standby) => {
            await runSql(primary, "alter system set synchronous_standby_names = '*'");
            await runSql(primary, 'select pg_reload_conf()');
            const DATABASE_URL = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
            let thaw: () => void = () => undefined;
            try {
              return await silently(size, {
                ...postgres,
                env: { ...smallPool, DATABASE_URL },
                async begin() {
                  thaw = freeze(primary.pid());
                  await pause(500);
                  return () => runSql(standby, 'select pg_promote()');
                },
              });
            } finally {
              thaw();
            }
          },
        ),
      ),
  },
  {
    name: 'silent: PostgreSQL behind a network that drops packets, with its pool full',
    promised: `The same, within ${seconds(worksWithinMs)} of the network’s return.`,
    run: (size) =>
      withOwnServer(startOwnPostgres, async (server) => {
        const relay = await startTcpRelay(server.port);
        try {
          return await silently(size, {
            ...postgres,
            env: { ...smallPool, DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres` },
            begin() {
              relay.dropBytes();
              return relay.heal;
            },
          });
        } finally {
          await relay.close();
        }
      }),
  },
  {
    name: 'silent: Redis stopped',
    promised: `Calls are answered within 4 s, limits count per process; upstream_redis_up is 0 and RedisDown fires; all is shared again within ${seconds(worksWithinMs)}.`,
    run: (size) =>
      withOwnServer(startOwnRedis, (redis) =>
        silently(size, {
          env: { REDIS_URL: redis.url },
          begin: () => freeze(redis.pid()),
          answersWithinMs: 4000,
          alert: 'RedisDown',
          down: 'upstream_redis_up',
          codes: [],
        }),
      ),
  },
  {
    name: 'silent: the upstream stopped',
    promised: `The gateway answers 504 within PROXY_TIMEOUT_MS and a second; UpstreamDown fires; it works within ${seconds(worksWithinMs)} of the upstream’s return.`,
    run: (size) =>
      silently(size, {
        env: { PROXY_TIMEOUT_MS: '3000' },
        begin: (upstream) => freeze(upstream),
        answersWithinMs: 4500,
        alert: 'UpstreamDown',
        codes: ['upstream_timeout', 'upstream_unreachable', 'unavailable'],
      }),
  },
];

async function runSql(server: OwnServer, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

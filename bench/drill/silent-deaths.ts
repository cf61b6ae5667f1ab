import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withFolder } from '#bench/harness/with-folder.ts';
import { freeze } from '#tests/support/freeze.ts';
import { type OwnServer, startOwnPostgres, startOwnRedis, startStandbyOf } from '#tests/support/own-servers.ts';
import { eventually, upstreamPid } from '#tests/support/start-product.ts';
import { startTcpRelay } from '#tests/support/tcp-relay.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import type { Drill, Promises, Size } from './drill.ts';
import { metricsEnv, type SiteWatch, watchSite } from './watch-site.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

/** The promise of docs/operations.md: from the new primary, or from the end of the cause. */
const worksWithinMs = 15_000;

interface Silence {
  env: Record<string, string>;
  /** The output of an upstream that the product does not start itself. */
  upstreamOutput?: (() => string) | undefined;
  /** Silences something, and returns what ends the cause. `upstream` is the process of the embedded one. */
  begin(upstream: number): (() => void | Promise<void>) | Promise<() => void | Promise<void>>;
  /** The bound of every answer meanwhile. */
  answersWithinMs: number;
  alert: string;
  /** A metric that must be 0 meanwhile, within two seconds. */
  down?: string | undefined;
  codes: readonly string[];
}

function silently(size: Size, { env, upstreamOutput, begin, answersWithinMs, alert, down, codes }: Silence) {
  const facts: string[] = [];
  return productUnderLoad(size, { ...env, ...metricsEnv }, (running) => ({
    rounds: 1,
    async fault(_round, { url, promises }) {
      const { product } = running;
      const output = { stdout: () => product.stdout() + (upstreamOutput?.() ?? '') };
      const site = await watchSite(output, url);
      try {
        const end = await begin(upstreamOutput === undefined ? await upstreamPid(product) : 0);
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
        promises.checkTime(ms, worksWithinMs, `it wrote again only after ${seconds(ms)}`);
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
    // Enough calls at once to keep a small pool full.
    const answers = await Promise.all(Array.from({ length: 8 }, site.write));
    const longest = Math.max(...answers.map(({ ms }) => ms));
    promises.checkTime(longest, withinMs, `an answer took ${seconds(longest)}`);
    facts.push(`silent: ${[...new Set(answers.map(({ status }) => status))].join(', ')} within ${seconds(longest)}`);
    if (metric === undefined) return;
    const { value, ms } = await site.metric(metric);
    promises.check(value === 0, `${metric} was ${value}`);
    promises.checkTime(ms, 2000, `/metrics took ${seconds(ms)}`);
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

const silentRedis = { answersWithinMs: 4000, alert: 'RedisDown', down: 'upstream_redis_up', codes: [] };

const silentUpstream = { answersWithinMs: 4500, codes: ['upstream_timeout', 'upstream_unreachable', 'unavailable'] };
const shortTimeout = { PROXY_TIMEOUT_MS: '3000' };

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
    promised: `The same, within ${seconds(worksWithinMs)} of another machine at its address; connections to the old one are never reset.`,
    run: (size) =>
      withOwnServer(startOwnPostgres, async (server) => {
        await using path = await droppingPath(server.port);
        const DATABASE_URL = `postgres://postgres@127.0.0.1:${path.port}/postgres`;
        return await silently(size, { ...postgres, env: { ...smallPool, DATABASE_URL }, begin: path.begin });
      }),
  },
  {
    name: 'silent: Redis stopped',
    promised: `Calls are answered within 4 s, limits count per process; upstream_redis_up is 0 and RedisDown fires; all is shared again within ${seconds(worksWithinMs)}.`,
    run: (size) =>
      withOwnServer(startOwnRedis, (redis) =>
        silently(size, { ...silentRedis, env: { REDIS_URL: redis.url }, begin: () => freeze(redis.pid()) }),
      ),
  },
  {
    name: 'silent: Redis behind a network that drops packets',
    promised: `The same, within ${seconds(worksWithinMs)} of another machine at its address; connections to the old one are never reset.`,
    run: (size) =>
      withOwnServer(startOwnRedis, async (redis) => {
        await using path = await droppingPath(redis.port);
        const REDIS_URL = `redis://127.0.0.1:${path.port}`;
        return await silently(size, { ...silentRedis, env: { REDIS_URL }, begin: path.begin });
      }),
  },
  {
    name: 'silent: the upstream stopped',
    promised: `The gateway answers 504 within PROXY_TIMEOUT_MS and a second; UpstreamDown fires; it works within ${seconds(worksWithinMs)} of the upstream’s return.`,
    run: (size) =>
      silently(size, {
        ...silentUpstream,
        env: shortTimeout,
        begin: (upstream) => freeze(upstream),
        alert: 'UpstreamDown',
      }),
  },
  {
    name: 'silent: an upstream of its own behind a network that drops packets',
    promised: `The same; ManyServerErrors fires, because Prometheus reaches the upstream another way; calls work within ${seconds(worksWithinMs)} of another machine at its address, though connections to the old one are never reset.`,
    run: (size) =>
      withFolder(async (folder) => {
        const DATABASE_URL = `sqlite:${join(folder, 'dotcode.db')}`;
        const upstream = await startUpstreamProcess({ DATABASE_URL, ...metricsEnv });
        try {
          await using path = await droppingPath(upstream.port);
          return await silently(size, {
            ...silentUpstream,
            env: { ...shortTimeout, DATABASE_URL, UPSTREAM_URL: `http://127.0.0.1:${path.port}` },
            upstreamOutput: upstream.output,
            begin: path.begin,
            alert: 'ManyServerErrors',
          });
        } finally {
          await upstream.kill();
        }
      }),
  },
];

/** A way to a port, which `begin` makes drop all bytes until the returned function puts another machine at its address. */
async function droppingPath(toPort: number) {
  const relay = await startTcpRelay(toPort);
  return {
    port: relay.port,
    begin() {
      relay.dropBytes();
      return relay.replace;
    },
    [Symbol.asyncDispose]: () => relay.close(),
  };
}

async function runSql(server: OwnServer, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

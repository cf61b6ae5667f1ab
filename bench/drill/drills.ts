import { setTimeout as pause } from 'node:timers/promises';
import { freeze } from '#tests/support/freeze.ts';
import { type OwnServer, startOwnPostgres, startOwnRedis } from '#tests/support/own-servers.ts';
import { eventually, isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill, Size } from './drill.ts';
import { productUnderLoad, type Running, socketsBroke, withOwnServer } from './under-load.ts';

const nothingLost = 'nothing that was acknowledged is lost or doubled';
/** While PostgreSQL is silent, the load itself gives up sooner than a query's bound of 12 s. */
const codesOfSilence = ['unavailable', 'no answer within 8 s'];

const awayMs = { small: 500, full: 3000 };
const silentMs = { small: 1000, full: 15_000 };

export const drills: readonly Drill[] = [
  {
    name: 'kill -9: gateway',
    promised: `${nothingLost}; no process stays behind; when it has been started again, sockets are back within 5 s.`,
    run: (size) => restart(size, async (running) => running.product.end()),
  },
  {
    name: 'kill -9: embedded upstream',
    promised: `The gateway stays, answers 502 or 503 meanwhile and starts the upstream again by itself; all works within 10 s; ${nothingLost}.`,
    run: (size) =>
      productUnderLoad(size, {}, ({ product }) => ({
        healthyWithinMs: 10_000,
        async fault() {
          process.kill(await upstreamPid(product), 'SIGKILL');
        },
        judge({ codes }, promises) {
          promises.checkCodes(codes, ['upstream_unreachable', 'unavailable']);
          promises.check(isAlive(product.pid), 'the gateway ended');
        },
      })),
  },
  {
    name: 'kill -9: PostgreSQL',
    promised: `Gateway and upstream stay and answer 503 \`unavailable\` while it is away; all works within 10 s of its return; ${nothingLost}.`,
    run: (size) =>
      withoutDatabase(size, awayMs[size] + 10_000, ['unavailable'], (server) => outage(server, awayMs[size])),
  },
  {
    name: 'kill -9: Redis',
    promised:
      'Nobody notices on the instance they are on: no error, no broken socket, nothing lost; budgets and fan-out are shared again when it is back.',
    run: (size) =>
      withOwnServer(startOwnRedis, (redis) =>
        productUnderLoad(size, { REDIS_URL: redis.url }, () => ({
          fault: () => outage(redis, awayMs[size]),
          judge(report, promises) {
            promises.checkCodes(report.codes, []);
            promises.check(report.awayMs.length === 0, socketsBroke(report.awayMs));
            promises.check(report.failedAfterRetry === 0, `${report.failedAfterRetry} calls failed twice`);
          },
        })),
      ),
  },
  {
    name: 'SIGTERM: gateway',
    promised: `It ends with status 0, its upstream with it; started again, every socket is back within 5 s; ${nothingLost}.`,
    run: (size) =>
      restart(size, async (running, promises) => {
        const { status } = await running.product.stop();
        promises.check(status === 0, `it ended with ${status}`);
        await running.product.end();
      }),
  },
  {
    name: 'SIGSTOP: PostgreSQL',
    promised: `A silent database costs every call its own bound and no process; all works within 15 s of its return; ${nothingLost}.`,
    run: (size) =>
      withoutDatabase(size, silentMs[size] + 15_000, codesOfSilence, async (server) => {
        const thaw = freeze(server.pid());
        await pause(silentMs[size]).finally(thaw);
      }),
  },
];

/** Runs the drills whose names contain one of the words, or all, and prints what they found. */
export async function runDrills(words: readonly string[], size: Size): Promise<void> {
  for (const { name, promised, run } of drills) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    console.log(`\n${name}\n  promised: ${promised}`);
    const result = await run(size);
    if ('skipped' in result) {
      console.log(`  skipped: ${result.skipped}`);
      continue;
    }
    const { broken, facts, healthyAfterMs, acknowledged, stored } = result;
    console.log(`  held: ${broken.length === 0 ? 'yes' : `no: ${broken.join('; ')}`}`);
    for (const fact of facts) console.log(`  - ${fact}`);
    console.log(
      `  healthy after ${(healthyAfterMs / 1000).toFixed(1)} s; acknowledged ${acknowledged}, stored ${stored}`,
    );
    if (broken.length > 0) process.exitCode = 1;
  }
}

/** Ends the product and starts it again at the same address. */
function restart(
  size: Size,
  end: (running: Running, promises: { check(held: boolean, otherwise: string): void }) => Promise<void>,
) {
  return productUnderLoad(size, {}, (running) => {
    let longestRestartMs = 0;
    return {
      async fault(promises) {
        const child = await upstreamPid(running.product);
        const endedAt = performance.now();
        await end(running, promises);
        await eventually(() => !isAlive(child));
        await running.startAgain();
        longestRestartMs = Math.max(longestRestartMs, performance.now() - endedAt);
      },
      judge({ awayMs: broken }, promises) {
        promises.check(broken.length > 0, 'no socket was closed');
        const lateMs = Math.max(0, ...broken) - longestRestartMs;
        promises.checkTime(lateMs, 5000, `a socket was back ${Math.round(lateMs)} ms after the restart`);
      },
    };
  });
}

function withoutDatabase(
  size: Size,
  healthyWithinMs: number,
  allowed: readonly string[],
  takeAway: (server: OwnServer) => Promise<void>,
) {
  return withOwnServer(startOwnPostgres, (postgres) =>
    productUnderLoad(size, { DATABASE_URL: postgres.url }, ({ product }) => {
      let upstream: number;
      return {
        healthyWithinMs,
        async fault() {
          upstream ??= await upstreamPid(product);
          await takeAway(postgres);
        },
        judge({ codes }, promises) {
          promises.checkCodes(codes, allowed);
          promises.check(isAlive(product.pid) && isAlive(upstream), 'a process of ours ended');
        },
      };
    }),
  );
}

async function outage(server: OwnServer, ms: number): Promise<void> {
  await server.kill();
  await pause(ms);
  await server.start();
}

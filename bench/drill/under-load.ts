import { join } from 'node:path';
import { withFolder } from '#bench/harness/processes.ts';
import { AcknowledgedLoad, type LoadReport } from '#tests/support/acknowledged-load.ts';
import type { OwnServer } from '#tests/support/own-servers.ts';
import { eventually, type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { type DrillResult, Promises, type Size } from './drill.ts';

export interface Running {
  /** The current process; restarts replace it. */
  product: Product;
  /** At the same address; ready when it resolves. */
  startAgain(): Promise<void>;
}

interface Episode {
  /** Causes the fault. Resolves after manual repairs, such as starting a server again. */
  fault(promises: Promises): Promise<void>;
  /** Checks of the report. */
  judge(report: LoadReport, promises: Promises): void;
  /** The promised time from the fault to recovery. */
  healthyWithinMs?: number;
}

const pairs = { small: 1, full: 3 };
const between = { small: 8, full: 100 };
const rounds = { small: 1, full: 3 };

/** Runs the product under load, on a temporary SQLite database unless the environment names another. */
export function productUnderLoad(
  size: Size,
  env: Record<string, string>,
  episode: (running: Running) => Episode,
): Promise<DrillResult> {
  return withFolder(async (folder) => {
    const databaseUrl = env.DATABASE_URL ?? `sqlite:${join(folder, 'dotcode.db')}`;
    // The load of a drill is far above the rate limits, which are not what it tests.
    const start = (port = '0') =>
      startProduct({ RATE_LIMIT_FACTOR: '1000', ...env, DATABASE_URL: databaseUrl, PORT: port });
    const running: Running = {
      product: start(),
      async startAgain() {
        running.product = start(new URL(url).port);
        await readyUrl(running.product);
      },
    };
    let url = '';
    try {
      url = await readyUrl(running.product);
      const load = await AcknowledgedLoad.start(url, pairs[size]);
      const result = await underLoad(load, episode(running), size);
      await running.product.end();
      return await compared(load, databaseUrl, result);
    } finally {
      await running.product.end();
    }
  });
}

type Found = Omit<DrillResult, 'acknowledged' | 'stored'>;

/** Load before, during and after repeated faults. */
async function underLoad(load: AcknowledgedLoad, episode: Episode, size: Size): Promise<Found> {
  const promises = new Promises(size);
  let healthyAfterMs = 0;
  /** Chat messages and calls over every socket. */
  const works = async (count: number) => {
    const { messages, edits } = load.report.acknowledged;
    await eventually(() => {
      const now = load.report.acknowledged;
      const isNewInBoth = now.messages > messages && now.edits > edits;
      const isConnected = load.connectedSockets === pairs[size] * 2 && load.retries === 0;
      return isNewInBoth && isConnected && now.messages + now.edits - messages - edits >= count;
    }, 60_000);
  };
  try {
    await works(between[size]);
    for (let round = 0; round < rounds[size]; round += 1) {
      const start = performance.now();
      await episode.fault(promises);
      await works(2);
      healthyAfterMs = Math.max(healthyAfterMs, performance.now() - start);
      await works(between[size]);
    }
  } finally {
    await load.stop();
  }
  const { report } = load;
  episode.judge(report, promises);
  const { healthyWithinMs = Number.POSITIVE_INFINITY } = episode;
  promises.checkTime(healthyAfterMs, healthyWithinMs, `it took longer than ${healthyWithinMs / 1000} s`);
  const codes = Object.entries(report.codes).map(([code, count]) => `${count} × ${code}`);
  const facts = [
    `${rounds[size]} time(s)`,
    `answered meanwhile: ${codes.join(', ') || 'no error'}`,
    `repeatable calls that failed twice: ${report.failedAfterRetry}`,
    socketsBroke(report.awayMs),
  ];
  return { facts, broken: promises.broken, healthyAfterMs };
}

/** Compares acknowledged writes with stored ones. */
async function compared(load: AcknowledgedLoad, databaseUrl: string, found: Found): Promise<DrillResult> {
  const { lost, doubled, acknowledged } = await load.compare(databaseUrl);
  const broken = [...found.broken];
  if (lost.length > 0) broken.push(`${lost.length} acknowledged writes were lost: ${lost.slice(0, 3).join(', ')}`);
  if (doubled.length > 0) broken.push(`${doubled.length} writes were stored twice: ${doubled.slice(0, 3).join(', ')}`);
  return { ...found, broken, acknowledged, stored: acknowledged - lost.length };
}

/** Summary of the broken sockets and their outages. */
export function socketsBroke(awayMs: readonly number[]): string {
  if (awayMs.length === 0) return 'no socket broke';
  return `${awayMs.length} sockets broke, back after ${(Math.max(...awayMs) / 1000).toFixed(1)} s at most`;
}

/** Runs a drill with its own server process; skipped where the program is not installed. */
export async function withOwnServer<Result>(
  start: () => Promise<OwnServer | undefined>,
  use: (server: OwnServer) => Promise<Result>,
): Promise<Result | { skipped: string }> {
  const server = await start();
  if (server === undefined) return { skipped: 'The server that it kills is not installed.' };
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}

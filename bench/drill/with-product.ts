import { join } from 'node:path';
import { withFolder } from '#bench/harness/with-folder.ts';
import type { OwnServer } from '#tests/support/own-servers.ts';
import { type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import type { DrillResult, Size } from './drill.ts';
import { type Episode, underLoad } from './under-load.ts';

interface Running {
  /** The current process; restarts replace it. */
  product: Product;
  /** At the same address; ready when it resolves. */
  startAgain(): Promise<void>;
}

type ProductEpisode = Omit<Episode, 'url' | 'databaseUrl' | 'size' | 'end'>;

/** Runs the product under load, on a temporary SQLite database unless the environment names another. */
export function productUnderLoad(
  size: Size,
  env: Record<string, string>,
  episode: (running: Running) => ProductEpisode,
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
    const end = () => running.product.end();
    let url = '';
    try {
      url = await readyUrl(running.product);
      return await underLoad({ ...episode(running), url, databaseUrl, size, end });
    } finally {
      await end();
    }
  });
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

/** Kills a server and starts it again after a pause. */
export async function outage(server: OwnServer, ms: number): Promise<void> {
  await server.kill();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await server.start();
}

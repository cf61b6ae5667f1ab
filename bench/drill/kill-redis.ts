import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnRedis } from '#tests/support/own-servers.ts';
import { eventually, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { type Drill, Promises } from './drill.ts';
import { underLoad } from './under-load.ts';

const awayMs = { small: 1000, full: 5000 };

export const killRedis: Drill = {
  name: 'kill -9: Redis',
  promised:
    'Nobody notices on the instance they are on: no error, no broken socket, nothing lost; rate limits and fan-out are shared again when it is back.',
  async run(size) {
    const redis = await startOwnRedis();
    if (redis === undefined) return { skipped: 'redis-server is not installed.' };
    const promises = new Promises();
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const databaseUrl = `sqlite:${join(folder, 'dotcode.db')}`;
    const product = startProduct({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
    try {
      const result = await underLoad({
        url: await readyUrl(product),
        databaseUrl,
        size,
        promises,
        async fault() {
          const before = product.stdout().split('rate limits are shared again').length;
          await redis.kill();
          await new Promise((resolve) => setTimeout(resolve, awayMs[size]));
          await redis.start();
          await eventually(() => product.stdout().split('rate limits are shared again').length > before);
        },
        judge({ codes, reconnects, failedAfterRetry }) {
          promises.check(Object.keys(codes).length === 0, `it answered ${Object.keys(codes).join(', ')}`);
          promises.check(reconnects === 0, `${reconnects} sockets broke`);
          promises.check(failedAfterRetry === 0, `${failedAfterRetry} calls failed twice`);
        },
        end: () => product.end(),
      });
      result.facts.push(`away for ${awayMs[size] / 1000} s`);
      return result;
    } finally {
      await product.end();
      await redis.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

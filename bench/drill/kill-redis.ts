import { startOwnRedis } from '#tests/support/own-servers.ts';
import { eventually } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { socketsBroke } from './under-load.ts';
import { outage, productUnderLoad, withOwnServer } from './with-product.ts';

const awayMs = { small: 1000, full: 5000 };

export const killRedis: Drill = {
  name: 'kill -9: Redis',
  promised:
    'Nobody notices on the instance they are on: no error, no broken socket, nothing lost; rate limits and fan-out are shared again when it is back.',
  run: (size) =>
    withOwnServer(startOwnRedis, (redis) =>
      productUnderLoad(size, { REDIS_URL: redis.url }, ({ product }) => ({
        async fault() {
          const timesShared = () => product.stdout().split('rate limits are shared again').length;
          const before = timesShared();
          await outage(redis, awayMs[size]);
          await eventually(() => timesShared() > before);
        },
        judge(report, promises) {
          promises.checkCodes(report.codes, []);
          promises.check(report.awayMs.length === 0, socketsBroke(report.awayMs));
          promises.check(report.failedAfterRetry === 0, `${report.failedAfterRetry} calls failed twice`);
        },
        facts: () => [`away for ${awayMs[size] / 1000} s`],
      })),
    ),
};

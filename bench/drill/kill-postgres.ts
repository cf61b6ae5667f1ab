import { startOwnPostgres } from '#tests/support/own-servers.ts';
import { isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { outage, productUnderLoad, withOwnServer } from './with-product.ts';

const awayMs = { small: 500, full: 3000 };

export const killPostgres: Drill = {
  name: 'kill -9: PostgreSQL',
  promised:
    'Gateway and upstream stay and answer 503 `unavailable` while it is away; all works within 10 s of its return; nothing that was acknowledged is lost or doubled.',
  run: (size) =>
    withOwnServer(startOwnPostgres, (postgres) =>
      productUnderLoad(size, { DATABASE_URL: postgres.url }, ({ product }) => {
        let upstream: number;
        return {
          healthyWithinMs: awayMs[size] + 10_000,
          async fault() {
            upstream ??= await upstreamPid(product);
            await outage(postgres, awayMs[size]);
          },
          judge({ codes }, promises) {
            promises.checkCodes(codes, ['unavailable']);
            promises.check(isAlive(product.pid) && isAlive(upstream), 'a process of ours ended');
          },
          facts: () => [`away for ${awayMs[size] / 1000} s, then its own recovery`],
        };
      }),
    ),
};

import { isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { productUnderLoad } from './with-product.ts';

export const stopUpstream: Drill = {
  name: 'SIGTERM: embedded upstream',
  promised:
    'The gateway stays and starts the upstream again by itself; every socket is back within 5 s; nothing that was acknowledged is lost or doubled.',
  run: (size) =>
    productUnderLoad(size, {}, ({ product }) => ({
      healthyWithinMs: 10_000,
      async fault() {
        process.kill(await upstreamPid(product), 'SIGTERM');
      },
      judge({ codes, awayMs }, promises) {
        promises.checkCodes(codes, ['upstream_unreachable', 'unavailable']);
        promises.check(isAlive(product.pid), 'the gateway ended');
        promises.check(awayMs.length > 0, 'no socket was closed');
        const longestMs = Math.max(0, ...awayMs);
        promises.checkTime(longestMs, 5000, `a socket stayed away for ${longestMs} ms`);
      },
    })),
};

import { isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { productUnderLoad } from './with-product.ts';

export const killUpstream: Drill = {
  name: 'kill -9: embedded upstream',
  promised:
    'The gateway stays, answers 502 or 503 meanwhile and starts the upstream again by itself; all works within 10 s; nothing that was acknowledged is lost or doubled.',
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
};

import { eventually, isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { productUnderLoad } from './with-product.ts';

export const stopGateway: Drill = {
  name: 'SIGTERM: gateway',
  promised:
    'It ends with status 0, its upstream with it; started again, every socket is back within 5 s of being ready; nothing that was acknowledged is lost or doubled.',
  run: (size) =>
    productUnderLoad(size, {}, (running) => {
      const statuses: (number | null)[] = [];
      let longestRestartMs = 0;
      return {
        async fault() {
          const child = await upstreamPid(running.product);
          const stoppedAt = performance.now();
          statuses.push((await running.product.stop()).status);
          await running.product.end();
          await eventually(() => !isAlive(child));
          await running.startAgain();
          longestRestartMs = Math.max(longestRestartMs, performance.now() - stoppedAt);
        },
        judge({ awayMs }, promises) {
          const lateMs = Math.max(0, ...awayMs) - longestRestartMs;
          promises.check(awayMs.length > 0, 'no socket was closed');
          promises.checkTime(lateMs, 5000, `a socket was back ${Math.round(lateMs)} ms after the restart`);
          promises.check(
            statuses.every((status) => status === 0),
            `it ended with ${statuses.join(', ')}`,
          );
        },
      };
    }),
};

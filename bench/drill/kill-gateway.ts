import { eventually, isAlive, upstreamPid } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { productUnderLoad } from './with-product.ts';

export const killGateway: Drill = {
  name: 'kill -9: gateway',
  promised:
    'Nothing that was acknowledged is lost or doubled; no process stays behind; when it has been started again, sockets are back within 5 s.',
  run: (size) =>
    productUnderLoad(size, {}, (running) => {
      let longestRestartMs = 0;
      let lateMs = 0;
      return {
        async fault() {
          const child = await upstreamPid(running.product);
          const killedAt = performance.now();
          await running.product.end();
          await eventually(() => !isAlive(child));
          await running.startAgain();
          longestRestartMs = Math.max(longestRestartMs, performance.now() - killedAt);
        },
        judge({ awayMs }, promises) {
          lateMs = Math.max(...awayMs) - longestRestartMs;
          promises.checkTime(lateMs, 5000, `a socket was back ${Math.round(lateMs)} ms after the restart`);
        },
        facts: () => [
          `from the kill until it was ready again: ${seconds(longestRestartMs)} at most; the last socket was back ${seconds(lateMs)} after that`,
        ],
      };
    }),
};

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

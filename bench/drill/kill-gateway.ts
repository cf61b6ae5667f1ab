import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  isAlive,
  type Product,
  readyUrl,
  startProduct,
  upstreamPid,
} from '#tests/support/start-product.ts';
import { type Drill, Promises } from './drill.ts';
import { underLoad } from './under-load.ts';

export const killGateway: Drill = {
  name: 'kill -9: gateway',
  promised:
    'Nothing that was acknowledged is lost or doubled; no process stays behind; when it has been started again, sockets are back within 5 s.',
  async run(size) {
    const promises = new Promises();
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const databaseUrl = `sqlite:${join(folder, 'dotcode.db')}`;
    const start = (port = '0') => startProduct({ PORT: port, DATABASE_URL: databaseUrl });
    let product: Product = start();
    let longestRestartMs = 0;
    try {
      const url = await readyUrl(product);
      const result = await underLoad({
        url,
        databaseUrl,
        size,
        promises,
        async fault() {
          const child = await upstreamPid(product);
          const killedAt = performance.now();
          await product.end();
          await eventually(() => !isAlive(child));
          product = start(new URL(url).port);
          await readyUrl(product);
          longestRestartMs = Math.max(longestRestartMs, performance.now() - killedAt);
        },
        judge({ longestAwayMs }) {
          const late = longestAwayMs - longestRestartMs;
          promises.check(late < 5000, `a socket was back ${Math.round(late)} ms after the restart`);
        },
        end: () => product.end(),
      });
      result.facts.push(`from the kill until it was ready again: ${(longestRestartMs / 1000).toFixed(1)} s at most`);
      return result;
    } finally {
      await product.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

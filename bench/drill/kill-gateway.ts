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
    'Nothing that was acknowledged is lost or doubled; no process stays behind; started again, everything works, sockets within 10 s.',
  async run(size) {
    const promises = new Promises();
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const databaseUrl = `sqlite:${join(folder, 'dotcode.db')}`;
    const start = (port = '0') => startProduct({ PORT: port, DATABASE_URL: databaseUrl });
    let product: Product = start();
    try {
      const url = await readyUrl(product);
      return await underLoad({
        url,
        databaseUrl,
        size,
        promises,
        async fault() {
          const child = upstreamPid(product);
          await product.end();
          await eventually(() => !isAlive(child));
          product = start(new URL(url).port);
          await readyUrl(product);
        },
        judge: ({ longestAwayMs }) =>
          promises.check(longestAwayMs < 10_000, `a socket was away for ${Math.round(longestAwayMs)} ms`),
        end: () => product.end(),
      });
    } finally {
      await product.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

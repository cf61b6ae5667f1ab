import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, readyUrl, startProduct, upstreamPid } from '#tests/support/start-product.ts';
import { type Drill, Promises } from './drill.ts';
import { underLoad } from './under-load.ts';

export const killUpstream: Drill = {
  name: 'kill -9: embedded upstream',
  promised:
    'The gateway stays, answers 502 or 503 meanwhile and starts the upstream again by itself; all works within 10 s; nothing that was acknowledged is lost or doubled.',
  async run(size) {
    const promises = new Promises();
    const folder = mkdtempSync(join(tmpdir(), 'dotcode-drill-'));
    const databaseUrl = `sqlite:${join(folder, 'dotcode.db')}`;
    const product = startProduct({ DATABASE_URL: databaseUrl });
    try {
      const result = await underLoad({
        url: await readyUrl(product),
        databaseUrl,
        size,
        promises,
        async fault() {
          process.kill(await upstreamPid(product), 'SIGKILL');
        },
        judge({ codes }) {
          const allowed = ['upstream_unreachable', 'unavailable'];
          const others = Object.keys(codes).filter((code) => !allowed.includes(code));
          promises.check(others.length === 0, `it also answered ${others.join(', ')}`);
          promises.check(isAlive(product.pid), 'the gateway ended');
        },
        end: () => product.end(),
      });
      promises.check((result.healthyAfterMs ?? 0) < 10_000, 'it took longer than 10 s');
      return result;
    } finally {
      await product.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

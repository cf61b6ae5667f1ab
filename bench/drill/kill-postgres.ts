import { startOwnPostgres } from '#tests/support/own-servers.ts';
import { isAlive, readyUrl, startProduct, upstreamPid } from '#tests/support/start-product.ts';
import { type Drill, Promises } from './drill.ts';
import { underLoad } from './under-load.ts';

const awayMs = { small: 500, full: 3000 };

export const killPostgres: Drill = {
  name: 'kill -9: PostgreSQL',
  promised:
    'Gateway and upstream stay and answer 503 `unavailable` while it is away; all works within 10 s of its return; nothing that was acknowledged is lost or doubled.',
  async run(size) {
    const postgres = await startOwnPostgres();
    if (postgres === undefined) return { skipped: 'PostgreSQL’s programs (initdb) are not installed.' };
    const promises = new Promises();
    const product = startProduct({ DATABASE_URL: postgres.url });
    try {
      const url = await readyUrl(product);
      const child = await upstreamPid(product);
      const result = await underLoad({
        url,
        databaseUrl: postgres.url,
        size,
        promises,
        async fault() {
          await postgres.kill();
          await new Promise((resolve) => setTimeout(resolve, awayMs[size]));
          await postgres.start();
        },
        judge({ codes }) {
          const others = Object.keys(codes).filter((code) => code !== 'unavailable');
          promises.check(others.length === 0, `it also answered ${others.join(', ')}`);
          promises.check(isAlive(product.pid) && isAlive(child), 'a process of ours ended');
        },
      });
      const own = awayMs[size] + 10_000;
      promises.check((result.healthyAfterMs ?? 0) < own, 'it took longer than 10 s after its return');
      result.facts.push(`away for ${awayMs[size] / 1000} s, then its own recovery`);
      return result;
    } finally {
      await product.end();
      await postgres.end();
    }
  },
};

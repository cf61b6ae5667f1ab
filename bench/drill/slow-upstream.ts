import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, isAlive, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { type Drill, Promises } from './drill.ts';
import { latencies, percentile } from './latency.ts';

const held = { small: 40, full: 400 };
const callsBeside = { small: 20, full: 100 };
const timeoutMs = 2000;

/** Leaves some calls unanswered and answers the others at once. */
export const slowUpstream: Drill = {
  name: 'slow upstream',
  promised: `Calls that it does not answer end with 504 at the timeout (${timeoutMs / 1000} s here); meanwhile the others are served as ever; when it is quick again all is well at once.`,
  async run(size) {
    const promises = new Promises(size);
    let isSlow = true;
    const waiting = new Set<ServerResponse>();
    const upstream = http.createServer((req, res) => {
      if (isSlow && req.url === '/user/feed') {
        waiting.add(res);
        res.once('close', () => waiting.delete(res));
      } else res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    const product = startProduct({
      UPSTREAM_URL: `http://127.0.0.1:${port}`,
      PROXY_TIMEOUT_MS: String(timeoutMs),
      LOG_LEVEL: 'warn',
    });
    try {
      const url = await readyUrl(product);
      const client = new TestClient(url);
      await latencies(callsBeside[size], () => client.get('/api/projects'));
      const alone = await latencies(callsBeside[size], () => client.get('/api/projects'));
      const start = performance.now();
      const slow = Array.from({ length: held[size] }, async () => {
        const { status, body } = await client.get('/api/user/feed');
        return { status, code: body?.code, ms: performance.now() - start };
      });
      const beside = await latencies(callsBeside[size], () => client.get('/api/projects'));
      const answers = await Promise.all(slow);
      const timedOut = answers.filter(({ status, code }) => status === 504 && code === 'upstream_timeout');
      const longest = Math.max(...answers.map(({ ms }) => ms));
      promises.check(timedOut.length === held[size], `only ${timedOut.length} of ${held[size]} got 504`);
      promises.checkTime(longest, timeoutMs + 2000, `the last answer took ${Math.round(longest)} ms`);
      promises.checkTime(percentile(beside, 50), 250, `other calls took ${percentile(beside, 50).toFixed(1)} ms`);
      // The gateway cuts them as it answers, and the upstream hears of it a moment later.
      const areCut = await eventually(() => waiting.size === 0).then(
        () => true,
        () => false,
      );
      promises.check(areCut, `${waiting.size} calls were left waiting at the upstream`);
      isSlow = false;
      const quickAt = performance.now();
      promises.check((await client.get('/api/user/feed')).status === 200, 'it did not answer when the upstream did');
      promises.check(isAlive(product.pid), 'the gateway ended');
      return {
        facts: [
          `${held[size]} calls held at once, all answered after ${(longest / 1000).toFixed(1)} s at most`,
          `other calls: p50 ${percentile(alone, 50).toFixed(1)} ms alone, ${percentile(beside, 50).toFixed(1)} ms beside them; p99 ${percentile(alone, 99).toFixed(1)} and ${percentile(beside, 99).toFixed(1)} ms`,
        ],
        broken: promises.broken,
        healthyAfterMs: performance.now() - quickAt,
      };
    } finally {
      await product.end();
      upstream.closeAllConnections();
      upstream.close();
    }
  },
};

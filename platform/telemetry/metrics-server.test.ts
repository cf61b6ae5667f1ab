import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetricsServer, longestScrapeMs } from './metrics-server.ts';

async function serve(text: () => Promise<string>): Promise<() => Promise<Response>> {
  const server = createMetricsServer({ text });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
}

it('answers a scrape whose text never comes with 503 within two seconds, and the next one as ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  let isStuck = true;
  const scrape = await serve(() => {
    asked.resolve();
    // As prom-client does for a worker of a cluster that is stopped, after 5 s.
    return isStuck ? new Promise(() => undefined) : Promise.resolve('gateway_draining 0');
  });
  const answer = scrape();
  await asked.promise;
  await vi.advanceTimersByTimeAsync(longestScrapeMs);
  expect((await answer).status).toBe(503);
  expect(longestScrapeMs).toBeLessThan(2000);
  isStuck = false;
  const next = await scrape();
  expect([next.status, await next.text()]).toEqual([200, 'gateway_draining 0']);
});

it('answers a text that fails with 503', async () => {
  const scrape = await serve(() => Promise.reject(new Error('Operation timed out.')));
  expect((await scrape()).status).toBe(503);
});

import { expect, it, onTestFinished } from 'vitest';
import {
  eventually,
  isAlive,
  type Product,
  readyUrl,
  startProduct,
  upstreamPid,
} from '#tests/support/start-product.ts';

// tests/sweep/start.test.ts has the other ways to start and to end.

function start(env?: Record<string, string>): Product {
  const product = startProduct(env);
  onTestFinished(() => product.end());
  return product;
}

it('a start without any settings serves the page and the API of the embedded upstream, and ends with it on SIGTERM', async () => {
  const product = start();
  const url = await readyUrl(product);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${url}/api/capabilities`)).json()).toHaveProperty('capabilities');
  const icon = await fetch(`${url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Disallow: /api/');
  // Health waits for the upstream only so long, and a busy machine may need more than one look.
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok);
  const child = await upstreamPid(product);
  product.child.kill('SIGTERM');
  expect(await product.exited).toEqual({ status: 0, signal: null });
  expect(isAlive(child)).toBe(false);
});

it('a start that cannot succeed lists every bad variable at once', async () => {
  const product = start({ PORT: 'x', METRICS_PORT: '-1', TRUST_PROXY: '0.0.0.0/0' });
  expect((await product.exited).status).toBe(1);
  for (const name of ['PORT', 'METRICS_PORT', 'TRUST_PROXY']) expect(product.stderr()).toContain(`- ${name} must`);
});

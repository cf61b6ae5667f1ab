import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bothWorkers } from '#tests/support/several-instances.ts';
import { eventually, isAlive, type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';

let upstream: http.Server;
let upstreamUrl: string;
const running: Product[] = [];

beforeAll(async () => {
  upstream = http.createServer((req, res) => {
    req.resume();
    res.writeHead(req.url === '/login' ? 401 : 200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterAll(() => {
  upstream.closeAllConnections();
  return new Promise((resolve) => upstream.close(resolve));
});
const endAll = () => Promise.all(running.splice(0).map((product) => product.end()));

const ofTwoWorkers = () => ({ WORKERS: '2', UPSTREAM_URL: upstreamUrl });

function start(env: Record<string, string> = {}): Product {
  const product = startProduct({ ...ofTwoWorkers(), ...env });
  running.push(product);
  return product;
}

interface LogLine {
  pid: number;
  msg: string;
  route?: string;
}

function logged(product: Product): LogLine[] {
  return product
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** One request over a new connection, which any worker may accept. */
function call(url: string, path: string, method = 'GET', body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    http
      .request(`${url}${path}`, { method, headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
      .once('error', reject)
      .end(body);
  });
}

async function oneWorkerPid(product: Product, url: string): Promise<number> {
  const [pid] = await bothWorkers(product, url);
  if (!pid) throw new Error('no worker has answered');
  return pid;
}

describe('several workers', () => {
  let product: Product;
  let url: string;
  beforeAll(async () => {
    product = startProduct(ofTwoWorkers());
    url = await readyUrl(product);
  });
  afterEach(endAll);
  afterAll(() => product.end());

  it('that are stuck, and then killed, leave every request to the others, and are replaced', async () => {
    const victim = await oneWorkerPid(product, url);
    const statuses: number[] = [];
    const callOften = async () => {
      for (let i = 0; i < 10; i += 1) statuses.push(await call(url, '/api/x'));
    };
    process.kill(victim, 'SIGSTOP');
    await callOften();
    process.kill(victim, 'SIGKILL');
    // The primary has not noticed yet.
    await callOften();
    expect(new Set(statuses)).toEqual(new Set([200]));
    await product.line((line) => line.includes('a gateway worker ended'));
    const pids = await bothWorkers(product, url);
    expect(pids).toHaveLength(2);
    expect(pids).not.toContain(victim);
  });

  it('are replaced one at a time when they are asked to end, without a failed request', async () => {
    const old = await oneWorkerPid(product, url);
    process.kill(old, 'SIGTERM');
    const statuses: number[] = [];
    await eventually(async () => {
      statuses.push(await call(url, '/api/x'));
      return !isAlive(old);
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await bothWorkers(product, url)).toHaveLength(2);
  });

  it('share the port, and all of them end with the primary', async () => {
    const own = start();
    const ownUrl = await readyUrl(own);
    const pids = await bothWorkers(own, ownUrl);
    expect(pids).toHaveLength(2);
    expect(pids).not.toContain(own.pid);
    own.child.kill('SIGTERM');
    expect((await own.exited).status).toBe(0);
    expect(pids.some(isAlive)).toBe(false);
  });

  it('do not outlive a primary that was killed', async () => {
    const own = start();
    const ownUrl = await readyUrl(own);
    const pids = await bothWorkers(own, ownUrl);
    own.child.kill('SIGKILL');
    await own.exited;
    await eventually(() => !pids.some(isAlive));
  });

  it('say with one sentence that the port is taken', async () => {
    const port = String((upstream.address() as AddressInfo).port);
    const other = start({ PORT: port, UPSTREAM_URL: 'http://127.0.0.1:9' });
    expect((await other.exited).status).toBe(1);
    expect(other.stderr()).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop the other program, or choose another PORT.\n`,
    );
  });

  it('count failed logins together', async () => {
    const own = start({ RATE_LIMIT_FACTOR: '0.5' });
    const ownUrl = await readyUrl(own);
    await bothWorkers(own, ownUrl);
    const statuses: number[] = [];
    const answering = () => new Set(logged(own).flatMap(({ route, pid }) => (route === '/api/login' ? [pid] : [])));
    // The system chooses the worker of each connection: repeat until both have answered.
    await eventually(async () => {
      statuses.push(await call(ownUrl, '/api/login', 'POST', '{"emailId":"ada@example.com","password":"x"}'));
      return statuses.length >= 8 && answering().size === 2;
    });
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
  });
});

describe('the metrics', () => {
  afterEach(endAll);

  const total = (text: string, labels: string): number =>
    Number(new RegExp(`^gateway_requests_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);

  it.each(['1', '2'])('of %s worker(s) count every request, on a port of their own', async (workers) => {
    const product = start({ WORKERS: workers, METRICS_PORT: '0' });
    const url = await readyUrl(product);
    const { metricsPort } = JSON.parse(await product.line((line) => line.includes('metricsPort')));
    for (let i = 0; i < 12; i += 1) await call(url, `/api/profile/person-${i}`);
    for (let i = 0; i < 5; i += 1) await call(url, `/nonsense-${i}`);
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await eventually(async () => total(await read(), 'route="\\(other\\)",method="GET",status="404"') === 5);
    const text = await read();
    expect(total(text, 'route="/api/profile/:id",method="GET",status="200"')).toBe(12);
    expect(text).toContain('gateway_upstream_seconds_count{route="/api/profile/:id"} 12');
    expect(text).toContain('gateway_open_sockets 0');
    expect(text).toContain('gateway_draining 0');
    expect(text).toMatch(/nodejs_eventloop_lag_seconds/);
    expect(text).not.toContain('person-');
    expect(await call(url, '/metrics')).toBe(404);
  });
});

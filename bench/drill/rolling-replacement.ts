import https from 'node:https';
import { startFrontProxy } from '#tests/support/front-proxy.ts';
import { eventually, type Product, readyUrl, startProduct } from '#tests/support/start-product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { type Drill, Promises } from './drill.ts';

/** For longer than the two checks of HAProxy's example (1 s each). */
const delayMs = 3000;
const callers = 8;

export const rollingReplacement: readonly Drill[] = (['nginx', 'haproxy'] as const).map((name) => ({
  name: `rolling replacement behind ${name}`,
  promised: 'Two gateways are replaced one after the other under load, reads and writes: no request fails.',
  isLong: true,
  async run(size) {
    const promises = new Promises(size);
    await using stack = new AsyncDisposableStack();
    const database = await createTestDatabase('sqlite');
    stack.defer(() => database.drop());
    const upstream = await startUpstreamProcess({ DATABASE_URL: database.url });
    stack.defer(() => upstream.kill());
    const start = (port: string): Product =>
      startProduct({
        PORT: port,
        UPSTREAM_URL: `http://127.0.0.1:${upstream.port}`,
        SHUTDOWN_DELAY_MS: String(delayMs),
        RATE_LIMIT_FACTOR: '100000',
      });
    const gateways = [start('0'), start('0')];
    stack.defer(async () => void (await Promise.all(gateways.map((gateway) => gateway.end()))));
    const ports = await Promise.all(gateways.map(async (gateway) => Number(new URL(await readyUrl(gateway)).port)));
    const proxy = await startFrontProxy(name, ports);
    if (proxy === undefined) return { skipped: `${name} is not installed.` };
    stack.defer(() => proxy.end());
    const load = new Load(proxy.httpsPort);
    await eventually(async () => (await load.call('GET', '/health/ready')) === 200);
    await load.start();
    for (const [i, gateway] of gateways.entries()) {
      const before = load.answered;
      await eventually(() => load.answered > before + 50);
      gateway.child.kill('SIGTERM');
      const { status } = await gateway.exited;
      promises.check(status === 0, `gateway ${i + 1} ended with ${status}`);
      const next = start(String(ports[i]));
      gateways[i] = next;
      await readyUrl(next);
      // The balancer must see the new instance before the other one ends.
      const replaced = load.answered;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      promises.check(load.answered > replaced, 'nothing was answered while the new gateway came up');
    }
    await load.stop();
    promises.check(
      load.failures.length === 0,
      `${load.failures.length} failed: ${load.failures.slice(0, 5).join('; ')}`,
    );
    return { facts: [`${load.answered} calls answered, ${load.failures.length} failed`], broken: promises.broken };
  },
}));

/** Clients that read and write continuously over kept-alive connections. */
class Load {
  readonly #agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #port: number;
  readonly failures: string[] = [];
  readonly #running: Promise<void>[] = [];
  #cookie = '';
  #stopping = false;
  answered = 0;

  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<void> {
    const person = { firstName: 'Load', lastName: 'Tester', emailId: 'load@mail.test', password: 'Test#Passw0rd' };
    await this.call('POST', '/api/signup', person);
    for (let i = 0; i < callers; i += 1) this.#running.push(this.#repeat(i));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #repeat(caller: number): Promise<void> {
    for (let round = 0; !this.#stopping; round += 1) {
      const isWrite = (round + caller) % 2 === 0;
      const status = await (isWrite
        ? this.call('PATCH', '/api/profile/edit', { about: `edit ${round}` })
        : this.call('GET', '/api/profile/view')
      ).catch((error: Error) => error.message);
      if (status === 200) this.answered += 1;
      else this.failures.push(`${isWrite ? 'PATCH' : 'GET'} ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  call(method: string, path: string, body?: object): Promise<number> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = https.request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: { Cookie: this.#cookie, ...(text && { 'Content-Type': 'application/json' }) },
      });
      request.once('error', reject);
      request.once('response', (response) => {
        const [cookie] = response.headers['set-cookie'] ?? [];
        if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      request.end(text);
    });
  }
}

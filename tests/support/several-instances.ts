import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnServer } from './own-servers.ts';
import { type Product, readyUrl, startProduct } from './start-product.ts';
import { startTcpFront, type TcpFront } from './tcp-front.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from './upstream-process.ts';

const preload = fileURLToPath(new URL('name-with-two-addresses.ts', import.meta.url));
/** Two addresses of one host name, as two containers have. */
const hosts = ['127.0.0.1', '127.0.0.2'] as const;

export interface InstancesOptions {
  /** More variables of the upstreams and of the gateways. */
  upstreamEnv?: Record<string, string>;
  gatewayEnv?: Record<string, string>;
  /** The folder of the version that runs; this checkout by default. */
  root?: string;
}

/** Two gateways and two upstreams over one PostgreSQL and one Redis. */
export class SeveralInstances {
  readonly database: TestDatabase;
  readonly upstreams: [UpstreamProcess, UpstreamProcess];
  readonly gateways: [Product, Product];
  /** Addresses of the gateways. */
  readonly urls: readonly [string, string];
  /** Distributes connections over the gateways in turn. */
  readonly front: TcpFront;
  readonly #settings: Settings;

  static async start(redis: OwnServer, options: InstancesOptions = {}): Promise<SeveralInstances> {
    const { upstreamEnv = {}, gatewayEnv = {}, root } = options;
    // Started processes are ended again when a later one does not start.
    await using started = new AsyncDisposableStack();
    const database = await createTestDatabase('postgres');
    started.defer(() => database.drop());
    const settings: Settings = {
      upstream: { DATABASE_URL: database.url, REDIS_URL: redis.url, ...upstreamEnv },
      gateway: gatewayEnv,
    };
    const first = await startUpstreamAt(0, '0', settings, root);
    started.defer(() => first.kill());
    const second = await startUpstreamAt(1, String(first.port), settings, root);
    started.defer(() => second.kill());
    const gateways: [Product, Product] = [
      startGatewayAt('0', first.port, settings, root),
      startGatewayAt('0', first.port, settings, root),
    ];
    for (const gateway of gateways) started.defer(() => gateway.end());
    const urls = [await readyUrl(gateways[0]), await readyUrl(gateways[1])] as const;
    const front = await startTcpFront(urls);
    // From here on, `end` stops them.
    started.move();
    return new SeveralInstances(database, settings, [first, second], gateways, urls, front);
  }

  private constructor(
    database: TestDatabase,
    settings: Settings,
    upstreams: [UpstreamProcess, UpstreamProcess],
    gateways: [Product, Product],
    urls: readonly [string, string],
    front: TcpFront,
  ) {
    this.database = database;
    this.#settings = settings;
    this.upstreams = upstreams;
    this.gateways = gateways;
    this.urls = urls;
    this.front = front;
  }

  /** The address of an upstream itself, past the gateways. */
  upstreamUrl(i: 0 | 1): string {
    return `http://${hosts[i]}:${this.upstreams[i].port}`;
  }

  /** `root`: as in the options. */
  async startUpstream(i: 0 | 1, root?: string): Promise<void> {
    this.upstreams[i] = await startUpstreamAt(i, String(this.upstreams[i].port), this.#settings, root);
  }

  async startGateway(i: 0 | 1, root?: string): Promise<void> {
    this.gateways[i] = startGatewayAt(new URL(this.urls[i]).port, this.upstreams[0].port, this.#settings, root);
    await readyUrl(this.gateways[i]);
  }

  async end(): Promise<void> {
    await this.front.close();
    await Promise.all(this.gateways.map((gateway) => gateway.end()));
    await Promise.all(this.upstreams.map((upstream) => upstream.kill()));
    await this.database.drop();
  }
}

interface Settings {
  upstream: Record<string, string>;
  gateway: Record<string, string>;
}

function startUpstreamAt(i: 0 | 1, port: string, { upstream }: Settings, root?: string): Promise<UpstreamProcess> {
  const env = { ...upstream, UPSTREAM_HOST: hosts[i], UPSTREAM_PORT: port };
  return startUpstreamProcess(env, root && join(root, 'upstream', 'main.mjs'));
}

function startGatewayAt(port: string, upstreamPort: number, settings: Settings, root?: string): Product {
  const env = {
    ...settings.gateway,
    PORT: port,
    UPSTREAM_URL: `http://upstreams.test:${upstreamPort}`,
    NODE_OPTIONS: `--import=${preload}`,
  };
  return startProduct(env, [], root && join(root, 'server', 'main.mjs'));
}

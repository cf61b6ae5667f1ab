import http from 'node:http';
import { fileURLToPath } from 'node:url';
import type { OwnServer } from './own-servers.ts';
import { eventually, isAlive, type Product, readyUrl, startProduct } from './start-product.ts';
import { startTcpFront, type TcpFront } from './tcp-front.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from './upstream-process.ts';

const preload = fileURLToPath(new URL('name-with-two-addresses.ts', import.meta.url));
/** Two addresses of one host name, as two containers have. */
const hosts = ['127.0.0.1', '127.0.0.2'] as const;
const usualWorkers = ['1', '2'] as const;

/** Two gateways, the second with two workers, and two upstreams over one PostgreSQL and one Redis. */
export class SeveralInstances {
  readonly database: TestDatabase;
  readonly upstreams: [UpstreamProcess, UpstreamProcess];
  readonly gateways: [Product, Product];
  /** Addresses of the gateways. */
  readonly urls: readonly [string, string];
  /** Distributes connections over the gateways in turn. */
  readonly front: TcpFront;
  readonly #redisUrl: string;
  readonly #workers: readonly [string, string];

  /** `workers`: for each gateway. */
  static async start(redis: OwnServer, workers: readonly [string, string] = usualWorkers): Promise<SeveralInstances> {
    // Started processes are ended again when a later one does not start.
    await using started = new AsyncDisposableStack();
    const database = await createTestDatabase('postgres');
    started.defer(() => database.drop());
    const first = await startUpstreamAt(hosts[0], '0', database.url, redis.url);
    started.defer(() => first.kill());
    const second = await startUpstreamAt(hosts[1], String(first.port), database.url, redis.url);
    started.defer(() => second.kill());
    const gateways: [Product, Product] = [
      startGatewayAt('0', workers[0], first.port, redis.url),
      startGatewayAt('0', workers[1], first.port, redis.url),
    ];
    for (const gateway of gateways) started.defer(() => gateway.end());
    const urls = [await readyUrl(gateways[0]), await readyUrl(gateways[1])] as const;
    const front = await startTcpFront(urls);
    // From here on, `end` stops them.
    started.move();
    return new SeveralInstances(database, redis.url, workers, [first, second], gateways, urls, front);
  }

  private constructor(
    database: TestDatabase,
    redisUrl: string,
    workers: readonly [string, string],
    upstreams: [UpstreamProcess, UpstreamProcess],
    gateways: [Product, Product],
    urls: readonly [string, string],
    front: TcpFront,
  ) {
    this.database = database;
    this.#redisUrl = redisUrl;
    this.#workers = workers;
    this.upstreams = upstreams;
    this.gateways = gateways;
    this.urls = urls;
    this.front = front;
  }

  async startUpstream(i: 0 | 1): Promise<void> {
    const { port } = this.upstreams[i];
    this.upstreams[i] = await startUpstreamAt(hosts[i], String(port), this.database.url, this.#redisUrl);
  }

  async startGateway(i: 0 | 1): Promise<void> {
    const port = new URL(this.urls[i]).port;
    this.gateways[i] = startGatewayAt(port, this.#workers[i], this.upstreams[0].port, this.#redisUrl);
    await readyUrl(this.gateways[i]);
  }

  async end(): Promise<void> {
    await this.front.close();
    await Promise.all(this.gateways.map((gateway) => gateway.end()));
    await Promise.all(this.upstreams.map((upstream) => upstream.kill()));
    await this.database.drop();
  }
}

function startUpstreamAt(host: string, port: string, databaseUrl: string, redisUrl: string): Promise<UpstreamProcess> {
  return startUpstreamProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    UPSTREAM_HOST: host,
    UPSTREAM_PORT: port,
  });
}

function startGatewayAt(port: string, count: string, upstreamPort: number, redisUrl: string): Product {
  return startProduct({
    PORT: port,
    WORKERS: count,
    UPSTREAM_URL: `http://upstreams.test:${upstreamPort}`,
    REDIS_URL: redisUrl,
    NODE_OPTIONS: `--import=${preload}`,
  });
}

/** The two workers of a gateway, the older first, once each has answered something. */
export async function bothWorkers(gateway: Product, url: string): Promise<number[]> {
  await eventually(async () => {
    await callAlone(`${url}/api/capabilities`);
    return workerPids(gateway).length >= 2;
  }, 60_000);
  return workerPids(gateway);
}

/** Over a new connection, which any worker may accept. */
function callAlone(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent: false }, (response) => response.resume().once('end', () => resolve())).once('error', reject);
  });
}

/** Never 0: a signal to process 0 would reach the whole process group of the tests. */
function workerPids(gateway: Product): number[] {
  const pids = gateway
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { pid: number; msg: string })
    .flatMap(({ msg, pid }) => (msg === 'request' && pid !== gateway.pid ? [pid] : []));
  return [...new Set(pids)].filter((pid) => pid > 0 && isAlive(pid));
}

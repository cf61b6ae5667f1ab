import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createGateway, type Gateway } from './app.ts';
import type { Environment, GatewayConfig } from './config.ts';
import { proveConfig } from './config-proof.ts';
import { type EmbeddedUpstream, startEmbedded } from './embedded.ts';
import { createLog } from './log.ts';
import { loadSite } from './site.ts';

const root = new URL('../', import.meta.url);
const clientFolder = fileURLToPath(new URL('dist/client', root));
const previousFolder = fileURLToPath(new URL('dist/previous', root));

export interface Running {
  /** Where people find it. */
  readonly url: string;
  /** Settles when the first start of the embedded upstream succeeded; at once when there is none. */
  readonly ready: Promise<void>;
  /** Finishes what runs, within the configured grace, and leaves nothing behind. */
  readonly stop: () => Promise<void>;
}

/** Starts the product: the gateway listens at once, and the embedded upstream, unless there is another, starts meanwhile. */
export async function start(config: GatewayConfig, env: Environment): Promise<Running> {
  proveConfig(config, clientFolder);
  const log = createLog(config.logLevel);
  const upstream = await startUpstream(config, env, log);
  const gateway = createGateway({
    config,
    upstreamUrl: upstream.url,
    log,
    version: productVersion(),
    site: loadSite({ folder: clientFolder, previousFolder, demo: config.demo, sessionCookie: config.sessionCookie }),
  });
  try {
    await listen(gateway.server, config.port, config.host);
  } catch (error) {
    await upstream.embedded?.stop(0);
    throw error;
  }
  return {
    url: publicUrl(gateway.server, config.host),
    ready: upstream.embedded?.ready ?? Promise.resolve(),
    stop: () => stop(gateway, upstream.embedded, config.shutdownGraceMs),
  };
}

interface Upstream {
  readonly url: URL;
  readonly embedded?: EmbeddedUpstream;
}

async function startUpstream(config: GatewayConfig, env: Environment, log: Logger): Promise<Upstream> {
  if (config.upstreamUrl !== undefined) return { url: config.upstreamUrl };
  // The proxy has to know the port before the child can tell it.
  const port = config.upstreamPort === 0 ? await freePort() : config.upstreamPort;
  return { url: new URL(`http://127.0.0.1:${port}`), embedded: startEmbedded({ port, env, log }) };
}

async function stop(gateway: Gateway, embedded: EmbeddedUpstream | undefined, graceMs: number): Promise<void> {
  const startedAt = performance.now();
  await gateway.shutdown();
  const left = Math.max(graceMs - (performance.now() - startedAt), 500);
  await embedded?.stop(left);
}

/** Listens, or fails with a sentence that says what to do. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw new Error(listenProblem(error as NodeJS.ErrnoException, port, host), { cause: error });
  }
  server.off('error', reject);
}

function listenProblem({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: stop the other program, or choose another PORT.`;
  if (code === 'EACCES') return `Port ${port} on ${host} needs more rights: choose a PORT from 1024 on.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
  return `The gateway cannot listen on ${host}:${port}: ${message}`;
}

function publicUrl(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return version;
}

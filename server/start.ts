import type { AddressInfo, Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { mailModeOf } from '#platform/config/mail-mode.ts';
import { productVersion } from '#platform/config/product-version.ts';
import { secretOf } from '#platform/config/secret.ts';
import type { Environment } from '#platform/config/variable.ts';
import { logDestination } from '#platform/log/log-destination.ts';
import type { PasswordReset } from '#shared/page-facts.ts';
import { createGateway } from './app.ts';
import { type GatewayConfig, proveConfig, textWarning } from './config.ts';
import { stablePort, startEmbedded } from './embedded-upstream.ts';
import { loadSite } from './site/site.ts';
import type { Metrics } from './watch/metrics.ts';

export interface Running {
  /** The address for browsers on this machine. */
  readonly url: string;
  /** Settles when the first start of the embedded upstream succeeded, or when another upstream has been asked whether it is ready. */
  readonly ready: Promise<void>;
  readonly log: Logger;
  /** Finishes what runs, within the configured grace, and leaves nothing behind. */
  readonly stop: () => Promise<void>;
}

const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url));
const leastGraceMs = 500;

/**
 * Starts the product. The gateway listens at once; the embedded upstream starts meanwhile, unless UPSTREAM_URL names
 * another.
 */
export async function start(loaded: GatewayConfig, loadedFrom: Environment): Promise<Running> {
  proveConfig(loaded, clientFolder);
  // The embedded upstream reads it from its environment.
  const secret = secretOf(loaded.secret, loaded.upstreamUrl === undefined ? loaded.databaseUrl : undefined);
  const config = Object.freeze({ ...loaded, secret });
  const base = { program: 'gateway', pid: process.pid };
  const log = pino({ level: config.logLevel, base, timestamp: pino.stdTimeFunctions.isoTime }, await logDestination());
  const warning = textWarning(config);
  if (warning !== undefined) log.warn(warning);
  const { upstreamUrl, embedded } = await startUpstream(config, { ...loadedFrom, SECRET: secret }, log);
  try {
    const gateway = await openGateway(config, upstreamUrl, log);
    return {
      url: gateway.url,
      log,
      ready: embedded?.ready ?? gateway.askUpstream(),
      async stop() {
        const startedAt = performance.now();
        await gateway.close();
        const graceMs = config.shutdownDelayMs + config.shutdownGraceMs - (performance.now() - startedAt);
        await embedded?.stop(Math.max(graceMs, leastGraceMs));
      },
    };
  } catch (error) {
    await embedded?.stop(0);
    throw error;
  }
}

async function startUpstream(config: GatewayConfig, env: Environment, log: Logger) {
  if (config.upstreamUrl !== undefined) return { upstreamUrl: config.upstreamUrl, embedded: undefined };
  // The gateway must know the port before the child process listens.
  const port = config.upstreamPort === 0 ? await stablePort() : config.upstreamPort;
  return {
    upstreamUrl: new URL(`http://127.0.0.1:${port}`),
    embedded: startEmbedded({ port, env: withLocalUrl(config, env), log }),
  };
}

/** Mails of a developer's product lead to this gateway. In production only PUBLIC_URL says where links lead. */
function withLocalUrl({ isProduction, publicUrl, port }: GatewayConfig, env: Environment): Environment {
  if (isProduction || publicUrl !== undefined || port === 0) return env;
  return { ...env, PUBLIC_URL: `http://localhost:${port}` };
}

/** A listening gateway with everything that belongs to it in this process. */
async function openGateway(config: GatewayConfig, upstreamUrl: URL, log: Logger) {
  const metrics = config.metricsPort === undefined ? undefined : (await import('./watch/metrics.ts')).createMetrics();
  const gateway = createGateway({
    config,
    upstreamUrl,
    log,
    version: productVersion,
    site: loadSite({
      folder: clientFolder,
      demo: config.demo,
      offline: config.offline,
      publicUrl: config.publicUrl,
      passwordReset: passwordResetOf(config),
      textsElsewhere: { privacy: config.privacyUrl, terms: config.termsUrl },
      contact: config.contact,
    }),
    metrics,
  });
  metrics?.watch(() => gateway.state());
  let metricsServer: Server | undefined;
  try {
    await listen(gateway.server, config.port, config.host, 'PORT');
    if (metrics !== undefined) metricsServer = await publishMetrics(config, metrics, log);
  } catch (error) {
    await gateway.shutdown();
    throw error;
  }
  return {
    url: publicUrl(gateway.server, config.host),
    askUpstream: gateway.askUpstream,
    async close() {
      await gateway.shutdown();
      metricsServer?.close();
    },
  };
}

/** The embedded upstream reads the same variables, so its mail is known here; another upstream has to be asked. */
function passwordResetOf({ upstreamUrl, isProduction, mailUrl, publicUrl }: GatewayConfig): PasswordReset {
  if (upstreamUrl !== undefined) return 'ask';
  return mailModeOf({ isProduction, mailUrl, publicUrl }).kind === 'none' ? 'off' : 'on';
}

/** Serves the metrics on their own port. */
async function publishMetrics(config: GatewayConfig, metrics: Metrics, log: Logger): Promise<Server> {
  const { createMetricsServer } = await import('#platform/telemetry/metrics-server.ts');
  const server = createMetricsServer(metrics);
  await listen(server, config.metricsPort ?? 0, config.host, 'METRICS_PORT');
  log.info({ metricsPort: (server.address() as AddressInfo).port }, 'metrics are served');
  return server;
}

/** Listens, or fails with a sentence that says what to do. */
async function listen(server: Server, port: number, host: string, variable: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw new Error(listenProblem(error as NodeJS.ErrnoException, port, host, variable), { cause: error });
  }
  server.off('error', reject);
}

function listenProblem({ code, message }: NodeJS.ErrnoException, port: number, host: string, variable: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken: stop the other program, or choose another ${variable}.`;
  }
  if (code === 'EACCES') return `Port ${port} on ${host} needs more rights: choose a ${variable} from 1024 on.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
  return `The gateway cannot listen on ${host}:${port}: ${message}`;
}

function publicUrl(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

import type { AddressInfo, Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { mailModeOf } from '#platform/config/mail-mode.ts';
import { productVersion } from '#platform/config/product-version.ts';
import { createGateway } from '#server/app.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { loadSite } from '#server/site/site.ts';
import type { PasswordReset } from '#shared/page-facts.ts';

const root = new URL('../../', import.meta.url);
export const clientFolder = fileURLToPath(new URL('dist/client', root));

export interface GatewayProcessOptions {
  readonly config: GatewayConfig;
  readonly upstreamUrl: URL;
  readonly log: Logger;
}

export interface GatewayProcess {
  /** The address for browsers on this machine. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A listening gateway with everything that belongs to it in this process. */
export async function openGateway(options: GatewayProcessOptions): Promise<GatewayProcess> {
  const { config, upstreamUrl, log } = options;
  const metrics =
    config.metricsPort === undefined ? undefined : (await import('#server/watch/metrics.ts')).createMetrics();
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
async function publishMetrics(
  config: GatewayConfig,
  metrics: { text: () => Promise<string> },
  log: Logger,
): Promise<Server> {
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

import type { Logger } from 'pino';
import { secretOf, secretWarning } from '#platform/config/secret.ts';
import type { Environment } from '#platform/config/variable.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { proveConfig } from '#server/config/config-proof.ts';
import { textWarning } from '#server/config/text-warning.ts';
import type { UpstreamFinding } from '#server/watch/examine-upstream.ts';
import { openLog } from '#server/watch/log.ts';
import { type EmbeddedUpstream, startEmbedded } from './embedded.ts';
import { clientFolder, type GatewayProcess, openGateway } from './gateway-process.ts';
import { reportUpstream } from './report-upstream.ts';
import { stablePort } from './stable-port.ts';

export interface Running {
  /** The address for browsers on this machine. */
  readonly url: string;
  /** The state and offers of the service at UPSTREAM_URL; undefined where the upstream is embedded. */
  readonly upstream: Promise<UpstreamFinding | undefined>;
  /** Settles when the first start of the embedded upstream succeeded; at once when there is none. */
  readonly ready: Promise<void>;
  readonly log: Logger;
  /** Finishes what runs, within the configured grace, and leaves nothing behind. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the product. The gateway, in this process or in several, listens at once; the embedded upstream starts meanwhile,
 * unless UPSTREAM_URL names another.
 */
export async function start(loaded: GatewayConfig, loadedFrom: Environment): Promise<Running> {
  proveConfig(loaded, clientFolder);
  // One secret for all processes: the workers and the embedded upstream read it from their environment.
  const secret = secretOf(loaded.secret, loaded.upstreamUrl === undefined ? loaded.databaseUrl : undefined);
  const config = Object.freeze({ ...loaded, secret });
  const env = { ...loadedFrom, SECRET: secret };
  const log = await openLog(config);
  for (const warning of [secretWarning(loaded), textWarning(loaded)]) if (warning !== undefined) log.warn(warning);
  const upstream = await startUpstream(config, env, log);
  const { url: upstreamUrl, embedded } = upstream;
  const report = config.upstreamUrl === undefined ? undefined : reportUpstream({ url: config.upstreamUrl, log });
  let gateway: GatewayProcess;
  try {
    gateway =
      config.workers === 1
        ? await openGateway({ config, upstreamUrl, log, isWorker: false })
        : await (await import('./workers.ts')).startWorkers({ config, env, upstreamUrl, log });
  } catch (error) {
    report?.stop();
    await embedded?.stop(0);
    throw error;
  }
  return {
    url: gateway.url,
    log,
    upstream: report?.first ?? Promise.resolve(undefined),
    ready: embedded?.ready ?? Promise.resolve(),
    stop: () => {
      report?.stop();
      return stop(gateway, embedded, config.shutdownDelayMs + config.shutdownGraceMs);
    },
  };
}

interface Upstream {
  readonly url: URL;
  readonly embedded?: EmbeddedUpstream;
}

async function startUpstream(config: GatewayConfig, env: Environment, log: Logger): Promise<Upstream> {
  if (config.upstreamUrl !== undefined) return { url: config.upstreamUrl };
  // The gateway must know the port before the child process listens.
  const port = config.upstreamPort === 0 ? await stablePort() : config.upstreamPort;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    embedded: startEmbedded({ port, env: withLocalUrl(config, env), log }),
  };
}

/** Mails of a developer's product lead to this gateway. In production only PUBLIC_URL says where links lead. */
function withLocalUrl({ isProduction, publicUrl, port }: GatewayConfig, env: Environment): Environment {
  if (isProduction || publicUrl !== undefined || port === 0) return env;
  return { ...env, PUBLIC_URL: `http://localhost:${port}` };
}

const leastGraceMs = 500;

async function stop(gateway: GatewayProcess, embedded: EmbeddedUpstream | undefined, graceMs: number): Promise<void> {
  const startedAt = performance.now();
  await gateway.close();
  await embedded?.stop(Math.max(graceMs - (performance.now() - startedAt), leastGraceMs));
}

import type { Logger } from 'pino';
import { secretOf } from '#platform/config/secret.ts';
import type { Environment } from '#platform/config/variable.ts';
import type { GatewayConfig } from '#server/config/config.ts';
import { proveConfig } from '#server/config/config-proof.ts';
import { textWarning } from '#server/config/text-warning.ts';
import { openLog } from '#server/watch/log.ts';
import { type EmbeddedUpstream, startEmbedded } from './embedded.ts';
import { clientFolder, type GatewayProcess, openGateway } from './gateway-process.ts';
import { stablePort } from './stable-port.ts';

export interface Running {
  /** The address for browsers on this machine. */
  readonly url: string;
  /** Settles when the first start of the embedded upstream succeeded; at once when there is none. */
  readonly ready: Promise<void>;
  readonly log: Logger;
  /** Finishes what runs, within the configured grace, and leaves nothing behind. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the product. The gateway listens at once; the embedded upstream starts meanwhile,
 * unless UPSTREAM_URL names another.
 */
export async function start(loaded: GatewayConfig, loadedFrom: Environment): Promise<Running> {
  proveConfig(loaded, clientFolder);
  // The embedded upstream reads it from its environment.
  const secret = secretOf(loaded.secret, loaded.upstreamUrl === undefined ? loaded.databaseUrl : undefined);
  const config = Object.freeze({ ...loaded, secret });
  const env = { ...loadedFrom, SECRET: secret };
  const log = await openLog(config);
  const warning = textWarning(loaded);
  if (warning !== undefined) log.warn(warning);
  const upstream = await startUpstream(config, env, log);
  const { url: upstreamUrl, embedded } = upstream;
  let gateway: GatewayProcess;
  try {
    gateway = await openGateway({ config, upstreamUrl, log });
  } catch (error) {
    await embedded?.stop(0);
    throw error;
  }
  return {
    url: gateway.url,
    log,
    ready: embedded?.ready ?? Promise.resolve(),
    stop: () => {
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

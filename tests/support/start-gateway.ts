import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createGateway, type Gateway, type GatewayDeps } from '#server/app.ts';
import { type GatewayConfig, loadConfig } from '#server/config.ts';

export interface StartedGateway extends Gateway {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  close(): Promise<void>;
}

export type GatewayOverrides = Partial<Omit<GatewayDeps, 'config' | 'upstreamUrl'>> & {
  upstreamUrl: string;
  config?: Partial<GatewayConfig>;
  /** Default: a free port. */
  port?: number;
};

/** Starts a complete gateway on a loopback port. */
export async function startGateway({
  upstreamUrl,
  config,
  port: wanted = 0,
  ...deps
}: GatewayOverrides): Promise<StartedGateway> {
  const gateway = createGateway({
    config: { ...loadConfig({ UPSTREAM_URL: upstreamUrl, PORT: '0' }), shutdownGraceMs: 500, ...config },
    upstreamUrl: new URL(upstreamUrl),
    log: pino({ level: 'silent' }),
    ...deps,
  });
  gateway.server.listen(wanted, '127.0.0.1');
  // Rejects when the port is taken; otherwise the test would hang.
  await once(gateway.server, 'listening');
  const { port } = gateway.server.address() as AddressInfo;
  return { ...gateway, port, url: `http://127.0.0.1:${port}`, close: () => gateway.shutdown() };
}

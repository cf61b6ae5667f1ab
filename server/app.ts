import { randomBytes, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import express from 'express';
import type { Logger } from 'pino';
import { createApi } from './api.ts';
import type { GatewayConfig } from './config.ts';
import { sendApiError } from './errors.ts';
import { type ClientAddress, createClientAddressReader, isHost } from './forwarding.ts';
import { createHealth } from './health.ts';
import type { PageRequest } from './pages.ts';
import type { Site } from './site.ts';
import { parseTarget } from './target.ts';
import { parseUpstreamOrigin } from './upstream-origin.ts';
import { createUpstreamProbe } from './upstream-probe.ts';

export interface GatewayDeps {
  config: GatewayConfig;
  /** Where calls go: UPSTREAM_URL, or the embedded upstream's address. */
  upstreamUrl: URL;
  log: Logger;
  /** The built client; without it only the API and health are served. */
  site?: Site;
  version?: string;
}

export interface Gateway {
  /** Not listening yet. */
  server: http.Server;
  /** Stops taking work, lets running requests finish for at most the grace, then closes whatever is left. */
  shutdown(): Promise<void>;
}

/** Builds the gateway from its parts; listening, environment and signals are main.ts's. */
export function createGateway({ config, upstreamUrl, log, site, version = '0' }: GatewayDeps): Gateway {
  const origin = parseUpstreamOrigin(upstreamUrl);
  const readClient = createClientAddressReader(config.trustProxy);
  const api = createApi({
    config,
    origin,
    viaToken: `dotcode-${randomBytes(4).toString('hex')}`,
    isDraining: () => false,
  });

  // Everything that is neither an API call nor a file from memory.
  const pages = express();
  pages.disable('x-powered-by');
  pages.use((req: express.Request, res: express.Response<unknown, PageRequest>) => {
    if (site === undefined) sendApiError(res, 'not_found', { requestId: res.locals.requestId });
    else site.servePage(req, res, res.locals);
  });
  const health = createHealth({ version, probe: createUpstreamProbe(upstreamUrl), isDraining: () => false });

  const server = http.createServer({
    keepAliveTimeout: 70_000,
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 5000,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false,
  });
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID();
    const target = parseTarget(req.url ?? '');
    if (target.kind === 'too-long') return sendApiError(res, 'uri_too_long', { requestId, close: true });
    if (target.kind === 'bad') return sendApiError(res, 'bad_target', { requestId, close: true });
    if (target.path === '/api' || target.path.startsWith('/api/')) {
      return api.handle(req, res, { target, requestId, client: readClient(req) });
    }
    if (site?.serveFile(req, res) || health.serve(req, res, target.path)) return;
    pages(req, Object.assign(res, { locals: pageRequest(target.path, requestId, readClient(req)) }));
  });

  return {
    server,
    async shutdown() {
      log.debug('shutting down');
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      api.close();
    },
  };
}

function pageRequest(path: string, requestId: string, { host, proto }: ClientAddress): PageRequest {
  return { path, requestId, isHttps: proto === 'https', host: isHost(host) ? host : 'localhost' };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '#server/config/config.ts';
import { callPathOf } from './call-path.ts';
import { type ClientAddress, createClientAddressReader } from './client-address.ts';
import type { Middleware, RequestFacts } from './facts.ts';
import { type Cookies, createSessionReader } from './session-cookie.ts';
import { pathOf } from './target.ts';

/** Finds out who asks and for what, for requests and upgrades alike. cookie-parser has run before. */
export type Identify = (req: IncomingMessage & { cookies?: Cookies }) => RequestFacts;

type IdentifyConfig = Pick<GatewayConfig, 'trustProxy' | 'sessionCookie' | 'hostCookie'>;

export function createIdentify(config: IdentifyConfig): Identify {
  const readClient = createClientAddressReader(config.trustProxy);
  const readSession = createSessionReader(config);
  return (req) => {
    const client = readClient(req);
    const path = pathOf(req.url ?? '');
    const { cookies = {} } = req;
    return {
      requestId: requestIdOf(req, client),
      client,
      path,
      callPath: callPathOf(path),
      cookies,
      ...readSession(cookies, client.proto),
    };
  };
}

/** The first middleware: the request's facts, and its id on the answer. */
export function identifyRequest(identify: Identify): Middleware {
  return (req, res, next) => {
    res.locals = identify(req);
    res.setHeader('X-Request-Id', res.locals.requestId);
    next();
  };
}

/** Only a trusted proxy may name the request: anybody else's name could be a forged log line. */
function requestIdOf(req: IncomingMessage, { trustedPeer }: ClientAddress): string {
  const given = trustedPeer ? req.headers['x-request-id'] : undefined;
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID();
}

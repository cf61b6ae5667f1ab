import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookieParser from 'cookie-parser';
import type { GatewayConfig } from '#server/config.ts';
import { type ClientAddress, createClientAddressReader } from './client-address.ts';
import type { Middleware, RequestFacts } from './facts.ts';
import { type Cookies, createSessionReader } from './session-cookie.ts';
import { callPathOf, pathOf, queryOf } from './target.ts';

interface WithCookies extends IncomingMessage {
  cookies?: Cookies;
}

/**
 * cookie-parser with the types of what it uses: it reads the Cookie header, sets `req.cookies`, and ignores the response.
 * So one instance serves the application and upgrades, which have no response object.
 */
type ReadCookies = (req: WithCookies, res: unknown, next: () => void) => void;

/** Finds out who asks and for what. */
export interface Identify {
  /** The first of the walk: cookie-parser, the request's facts, and its id on the answer. */
  readonly middleware: readonly [ReadCookies, Middleware];
  upgrade(req: WithCookies): RequestFacts;
}

export function createIdentify(config: Pick<GatewayConfig, 'trustProxy' | 'sessionCookie'>): Identify {
  const readCookies = cookieParser() as ReadCookies;
  const readClient = createClientAddressReader(config.trustProxy);
  const readSession = createSessionReader(config.sessionCookie);

  function factsOf(req: WithCookies): RequestFacts {
    const client = readClient(req);
    const { url = '', cookies = {} } = req;
    const path = pathOf(url);
    return {
      requestId: requestIdOf(req, client),
      client,
      path,
      query: queryOf(url),
      callPath: callPathOf(path),
      cookies,
      ...readSession(cookies, client.proto),
    };
  }

  const identifyRequest: Middleware = (req, res, next) => {
    res.locals = factsOf(req);
    res.setHeader('X-Request-Id', res.locals.requestId);
    next();
  };

  return {
    middleware: [readCookies, identifyRequest],
    upgrade(req) {
      readCookies(req, undefined, () => undefined);
      return factsOf(req);
    },
  };
}

/** Only a trusted proxy may name the request: anybody else's name could be a forged log line. */
function requestIdOf(req: IncomingMessage, { trustedPeer }: ClientAddress): string {
  const given = trustedPeer ? req.headers['x-request-id'] : undefined;
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID();
}

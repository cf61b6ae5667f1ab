import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookieParser from 'cookie-parser';
import type { GatewayConfig } from '#server/config.ts';
import { type ClientAddress, createClientAddressReader } from './client-address.ts';
import type { Middleware, RequestFacts } from './facts.ts';
import { callPathOf, pathOf, queryOf } from './target.ts';

type Cookies = RequestFacts['cookies'];

interface WithCookies extends IncomingMessage {
  cookies?: Cookies;
}

/**
 * cookie-parser with the types of what it uses: it reads the Cookie header, sets `req.cookies`, and ignores the response.
 * So one instance serves the application and upgrades, which have no response object.
 */
type ReadCookies = (req: WithCookies, res: unknown, next: () => void) => void;

export type Identify = ReturnType<typeof createIdentify>;

/** Finds out who asks and for what. */
export function createIdentify(config: Pick<GatewayConfig, 'trustProxy' | 'sessionCookie'>) {
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
    /** The first of the walk: cookie-parser, the request's facts, and its id on the answer. */
    middleware: [readCookies, identifyRequest] as const,
    upgrade(req: WithCookies): RequestFacts {
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

/** The name of the session cookie outside, over https. */
export function hostCookieOf(sessionCookie: string): string {
  return `__Host-${sessionCookie}`;
}

/** A readable value of the session cookie: visible ASCII, which every reader of cookies takes as it is, however it trims. */
const visible = /^[\x21-\x7e]+$/;

/**
 * Over https the session's cookie is called `__Host-…`, which no sibling domain can plant, and one of the plain name is
 * no session.
 */
export function createSessionReader(sessionCookie: string) {
  const hostName = hostCookieOf(sessionCookie);
  return (cookies: Cookies, proto: ClientAddress['proto']): Pick<RequestFacts, 'session' | 'sessionCookie'> => {
    const name = proto === 'https' ? hostName : sessionCookie;
    const value = cookies[name];
    return { sessionCookie: name, session: typeof value === 'string' && visible.test(value) ? value : undefined };
  };
}

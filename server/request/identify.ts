import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { GatewayConfig } from '#server/config/config.ts';
import type { Capability } from '#shared/capabilities.ts';
import type { CallFacts } from './call.ts';
import { callPathOf } from './call-path.ts';
import { type ClientAddress, createClientAddressReader } from './client-address.ts';
import { type Cookies, createSessionReader, type SessionFacts } from './session-cookie.ts';
import { pathOf } from './target.ts';

/**
 * The facts of one request, read once. They are its `res.locals`: guards, limits, filters, cookie rules, metrics and the
 * log read them there, and nothing else of the request's path, query and cookies.
 */
export interface RequestFacts extends SessionFacts {
  /** In the log, at the upstream and in the answer. */
  readonly requestId: string;
  readonly client: ClientAddress;
  /** As it was written, without the query. */
  readonly path: string;
  /** Below /api: relative to the API base, in the spelling of `apiPaths`. */
  readonly callPath: string | undefined;
  readonly cookies: Cookies;
  /** The call to the upstream; set by the guards of /api. */
  call?: CallFacts;
  /** The call at the upstream; the proxy's own. */
  exchange?: object;
  /** When the upstream's answer began, on the clock of `performance.now()`. */
  upstreamAnsweredAt?: number;
  /** What the upstream can do; set for pages. */
  capabilities?: () => Promise<readonly Capability[] | undefined>;
}

export type GatewayResponse = Response<unknown, RequestFacts>;

/** A middleware of the gateway, which finds the facts of its request in `res.locals`. */
export type Middleware = (req: Request, res: GatewayResponse, next: NextFunction) => unknown;

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

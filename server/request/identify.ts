import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Capability } from '#shared/capabilities.ts';
import type { CallFacts } from './call.ts';
import { type ClientAddress, createClientAddressReader } from './client-address.ts';
import { pathOf } from './target.ts';

/** The facts of one request. They are its `res.locals`: every middleware reads them there. */
export interface RequestFacts {
  /** In the log, at the upstream and in the answer. */
  readonly requestId: string;
  readonly client: ClientAddress;
  /** As it was written, without the query. */
  readonly path: string;
  /** The call to the upstream; set by the guards of /api. */
  call?: CallFacts;
  /** When the upstream's answer began, on the clock of `performance.now()`. */
  upstreamAnsweredAt?: number;
  /** What the upstream can do; set for pages. */
  capabilities?: () => Promise<readonly Capability[] | undefined>;
}

export type GatewayResponse = Response<unknown, RequestFacts>;

/** A middleware of the gateway, which finds the facts of its request in `res.locals`. */
export type Middleware = (req: Request, res: GatewayResponse, next: NextFunction) => unknown;

/** Finds out who asks and for which path, for requests and upgrades alike. */
export type Identify = (req: IncomingMessage) => RequestFacts;

export function createIdentify(trustProxy: readonly string[]): Identify {
  const readClient = createClientAddressReader(trustProxy);
  return (req) => {
    const client = readClient(req);
    return { requestId: requestIdOf(req, client), client, path: pathOf(req.url ?? '') };
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

import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { CallKind } from './call-kind.ts';
import type { ClientAddress } from './client-address.ts';

/**
 * The facts of one request, read once. They are its `res.locals`: guards, limits, filters, cookie rules, metrics and the
 * log read them there, and nothing else of the request's path, query and cookies.
 */
export interface RequestFacts {
  /** In the log, at the upstream and in the answer. */
  readonly requestId: string;
  readonly client: ClientAddress;
  /** As it was written, without the query. */
  readonly path: string;
  /** As it was written, without its question mark. */
  readonly query: string;
  /** Below /api: relative to the API base, in the spelling of `apiPaths`. */
  readonly callPath: string | undefined;
  /** By name, as cookie-parser has read them. */
  readonly cookies: Readonly<Record<string, unknown>>;
  /** The name of the cookie that carries the session in this request, if any does. */
  readonly sessionCookie: string;
  /** Its value, as cookie-parser reads it; undefined where there is none, or it could be read in several ways. */
  readonly session: string | undefined;
  /** The answer before this one on the connection, where the request was pipelined. */
  behind?: ServerResponse | undefined;
  /** The body of the request broke while it waited behind another answer: it is not handled. */
  isBroken?: boolean;
  /** The call to the upstream; set by the guards of /api. */
  call?: ApiCall;
  /** When the upstream's answer began, on the clock of `performance.now()`. */
  upstreamAnsweredAt?: number;
}

export type GatewayResponse = Response<unknown, RequestFacts>;

/** A middleware of the gateway, which finds the facts of its request in `res.locals`. */
export type Middleware = (req: Request, res: GatewayResponse, next: NextFunction) => unknown;

/** The body that the headers announce. */
export type RequestBody = { kind: 'none' } | { kind: 'sized'; length: number } | { kind: 'chunked' };

/** A call below /api: what guards, limits, the proxy and the log need to know of it. */
export interface ApiCall extends Pick<RequestFacts, 'requestId' | 'client' | 'cookies' | 'session' | 'sessionCookie'> {
  /** A hash of the session, by which calls and live connections are counted; undefined without a session. */
  readonly sessionHash: string | undefined;
  /** The cookies as they are written, for the upstream's Cookie header. */
  readonly writtenCookies: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  /** Relative to the API base, in the spelling of `apiPaths`. What is forwarded are the client's own bytes. */
  readonly path: string;
  readonly kind: CallKind;
  /** Whether the call opens a live connection, as Engine.IO understands its query. */
  readonly opensSocket: boolean;
  readonly body: RequestBody;
  /** The largest body that this call may carry, in bytes. */
  readonly bodyLimit: number;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** The answer to a login: the password was right, and the account has a second factor. */
  asksForCode?: boolean;
  /** How far the call got at the upstream. */
  readonly upstream: UpstreamProgress;
}

export interface UpstreamProgress {
  request?: ClientRequest;
  /** From the moment its head has come. */
  answer?: IncomingMessage;
  /** The call was sent a second time. It is not sent again. */
  isRepeated: boolean;
  /** Answered, refused or failed: later events of the library about it are ignored. */
  isSettled: boolean;
  /** The answer's headers, which stand on the response before they are sent. */
  copied?: Readonly<Record<string, unknown>>;
  /** Express's `next` of the proxy, for errors. */
  next?: NextFunction;
  /** The call no longer waits for the upstream: another one may have its place. */
  giveBackPlace?: () => void;
}

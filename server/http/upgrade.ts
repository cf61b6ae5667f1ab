import http, { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { passCircuit } from '#server/proxy/pass-circuit.ts';
import type { UpstreamProxy } from '#server/proxy/proxy.ts';
import { addHeader, type HeaderObject } from '#server/proxy/request-headers.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { createUpstreamMiddleware, type ProxyPlugin } from '#server/proxy/upstream-middleware.ts';
import type { UpstreamOrigin } from '#server/proxy/upstream-origin.ts';
import { type ConnectionRules, watchConnections } from '#server/proxy/watch-connections.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { CallFacts, RequestFacts } from '#server/request/facts.ts';
import type { Identify, ReadCookies } from '#server/request/identify.ts';
import { problemOf } from '#server/request/malformed.ts';
import { apiMount } from '#server/request/target.ts';
import type { CrossSite } from '#server/security/cross-site.ts';
import type { CheckCall } from '#server/security/guards.ts';
import { apiSecurityHeaders } from '#server/security/helmet.ts';
import { networkOf } from '#shared/network-of.ts';
import { apiPaths } from '#shared/paths.ts';
import type { LiveSockets } from './live-sockets.ts';
import { type AnswerSocket, destroyLater } from './socket-answer.ts';

export interface UpgradeOptions {
  readonly identify: Identify;
  readonly readCookies: ReadCookies;
  readonly checkCall: CheckCall;
  readonly crossSite: CrossSite;
  readonly proxy: UpstreamProxy;
  /** Rejects where no live connection may be opened; otherwise answers the account of the session, if it is named. */
  readonly admitHandshake: (call: CallFacts) => Promise<string | undefined>;
  /** Resolves when a refusal may be answered. */
  readonly refusals: { hold(error: unknown, network: string, client: Socket): Promise<void> };
  readonly origin: UpstreamOrigin;
  readonly lookup: LookupFunction;
  readonly connections: ConnectionRules;
  readonly liveSockets: LiveSockets;
  readonly answerSocket: AnswerSocket;
  readonly plugins?: readonly ProxyPlugin[] | undefined;
  /** How long the upstream may take to accept the upgrade. */
  readonly handshakeMs: number;
  isDraining(): boolean;
}

interface Handshake {
  readonly facts: CallFacts;
  readonly account: string | undefined;
  readonly socket: Socket;
  isUpgraded: boolean;
}

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

const socketPaths = new Set([`${apiMount}/${apiPaths.socket}`, `${apiMount}/${apiPaths.socket}/`]);

/**
 * Answers every request that wants to become a WebSocket: only Socket.IO's path does, and only for our own pages. The
 * guards are those of the application, called by name, because an upgrade has no response object to walk with.
 */
export function createUpgradeHandler(options: UpgradeOptions): UpgradeHandler {
  const { proxy, liveSockets, answerSocket } = options;
  const handshakes = new WeakMap<IncomingMessage, Handshake>();
  const hpm = createSocketProxy(options, handshakes);

  function check(req: IncomingMessage, facts: RequestFacts): CallFacts {
    const problem = problemOf(req);
    if (problem !== undefined) throw new GatewayError(problem);
    if (req.method !== 'GET') throw new GatewayError('invalid_request');
    if (!socketPaths.has(facts.path)) throw new GatewayError('not_found');
    if (!options.crossSite.isOwnOrigin(req, facts.client)) throw new GatewayError('cross_site');
    if (options.isDraining()) throw new GatewayError('unavailable', { headers: ['Retry-After', '1'] });
    const call = options.checkCall(req, facts);
    if (call.body.kind !== 'none') throw new GatewayError('invalid_request');
    return call;
  }

  /** The client's early frames wait in its socket: nothing reads from it before the upstream has answered. */
  async function forward(req: IncomingMessage, socket: Socket, head: Buffer, call: CallFacts): Promise<void> {
    const { client, sessionHash: session } = call;
    const network = networkOf(client.ip);
    try {
      const account = await options.admitHandshake(call);
      if (socket.destroyed) return;
      if (!liveSockets.reserve(socket, { network, session, account }))
        throw new GatewayError('rate_limited', { headers: ['Retry-After', '30'] });
      passCircuit(options.connections.circuit, socket);
      handshakes.set(req, { facts: call, account, socket, isUpgraded: false });
      req.headers = { ...proxy.requestHeaders(req, call), connection: 'Upgrade', upgrade: 'websocket' };
      hpm.upgrade(req, socket, head);
    } catch (error) {
      await options.refusals.hold(error, network, socket);
      throw error;
    }
  }

  return (req, duplex, head) => {
    // HTTP/1 over TCP or TLS: a socket either way.
    const socket = duplex as Socket;
    socket.on('error', () => undefined);
    options.readCookies(req, undefined, () => undefined);
    const facts = options.identify(req);
    const refuse = (error: unknown): void => {
      const { code, details } = error instanceof GatewayError ? error : new GatewayError('internal');
      answerSocket(socket, code, { ...details, requestId: facts.requestId });
    };
    try {
      forward(req, socket, head, check(req, facts)).catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
}

/** http-proxy-middleware for upgrades, with an answer for every way in which the handshake can fail. */
function createSocketProxy(options: UpgradeOptions, handshakes: WeakMap<IncomingMessage, Handshake>) {
  const { proxy, origin, liveSockets, answerSocket, handshakeMs, plugins = [] } = options;
  const upgraded = new WeakMap<Socket, Handshake>();
  const security = apiSecurityHeaders();
  const { Agent } = origin.protocol === 'https:' ? https : http;

  const events: ProxyPlugin = (hpm) => {
    hpm.on('proxyReqWs', (proxyReq, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake !== undefined) followHandshake(handshake, proxyReq);
    });
    hpm.on('error', (error, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake === undefined || handshake.isUpgraded) return;
      const fault = UpstreamFault.from(error);
      proxy.faulted(handshake.facts, fault);
      answerSocket(handshake.socket, fault.code, { requestId: handshake.facts.requestId });
    });
    // Both sides are connected and no byte has passed yet. A `data` listener any earlier would consume the first bytes.
    hpm.on('open', (upstreamSocket) => {
      const handshake = upgraded.get(upstreamSocket);
      if (handshake !== undefined) {
        const { socket, account, facts } = handshake;
        liveSockets.add(socket, upstreamSocket, { session: facts.sessionHash, account });
      }
    });
    hpm.on('econnreset', () => undefined);
  };

  function followHandshake(handshake: Handshake, proxyReq: ClientRequest): void {
    const { socket, facts } = handshake;
    const timer = setTimeout(() => proxyReq.destroy(new UpstreamFault('timeout')), handshakeMs).unref();
    const cancel = (): void => {
      proxyReq.destroy();
    };
    socket.once('close', cancel);
    proxyReq.once('close', () => clearTimeout(timer));
    // The listeners for `response` and `upgrade` are registered before the library's own, which copy the headers set here.
    proxyReq.on('response', (reply) => {
      clearTimeout(timer);
      // The refusal's body has the time of a handshake. Nothing else ends a body that never ends or that no client reads.
      const deadline = setTimeout(() => socket.destroy(), handshakeMs).unref();
      socket.once('close', () => clearTimeout(deadline));
      const { statusCode = 0 } = reply;
      const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
      reply.statusCode = status;
      const isChunked = reply.headers['transfer-encoding'] !== undefined;
      reply.headers = { ...keptHeaders(facts, status, reply), ...(isChunked && { 'transfer-encoding': 'chunked' }) };
      reply.statusMessage = STATUS_CODES[status] ?? '';
      reply.once('close', () => destroyLater(socket));
    });
    proxyReq.on('upgrade', (reply, upstreamSocket) => {
      clearTimeout(timer);
      socket.off('close', cancel);
      handshake.isUpgraded = true;
      const { 'set-cookie': cookies } = keptHeaders(facts, 101, reply);
      reply.headers = { ...handshakeHeaders(reply), 'x-request-id': facts.requestId };
      if (cookies !== undefined) reply.headers['set-cookie'] = [cookies].flat();
      upgraded.set(upstreamSocket, handshake);
    });
  }

  function keptHeaders(facts: CallFacts, status: number, reply: IncomingMessage): HeaderObject {
    proxy.answered(facts, status);
    const flat = [...proxy.replyHeaders(facts, status, reply.rawHeaders), ...security, 'x-request-id', facts.requestId];
    const headers: HeaderObject = {};
    for (let i = 0; i < flat.length; i += 2)
      addHeader(headers, (flat[i] as string).toLowerCase(), flat[i + 1] as string);
    return headers;
  }

  return createUpstreamMiddleware(origin, {
    // Upgrades do not walk through the application, which takes the mount away.
    pathRewrite: (path) => path.slice(apiMount.length),
    // Each socket has a connection of its own.
    agent: watchConnections(
      new Agent({ lookup: options.lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY }),
      options.connections,
    ),
    plugins: [events, ...plugins],
  });
}

/** The headers that a 101 needs; other headers of the upstream are dropped. */
function handshakeHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = { connection: 'Upgrade', upgrade: 'websocket' };
  for (const name of ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'] as const) {
    const value = headers[name];
    if (value !== undefined) kept[name] = String(value);
  }
  return kept;
}

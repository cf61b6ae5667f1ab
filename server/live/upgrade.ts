import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Limits } from '#server/limits/limits.ts';
import type { HeaderObject } from '#server/proxy/headers.ts';
import type { CallProxy } from '#server/proxy/proxy.ts';
import { createMiddleware, limitConnect, type ProxyPlugin, type Upstream } from '#server/proxy/upstream.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { GatewayError, unavailable } from '#server/request/errors.ts';
import type { ApiCall, RequestFacts } from '#server/request/facts.ts';
import type { Identify } from '#server/request/identify.ts';
import { problemOf } from '#server/request/malformed.ts';
import { apiMount } from '#server/request/target.ts';
import type { Guards } from '#server/security/guards.ts';
import { apiSecurityHeaders } from '#server/security/helmet.ts';
import { apiPaths } from '#shared/paths.ts';
import type { LiveSockets } from './live-sockets.ts';
import { destroyLater, refuseSocket } from './refuse-socket.ts';

interface UpgradeDeps {
  readonly identify: Identify;
  readonly guards: Guards;
  readonly limits: Limits;
  readonly sockets: LiveSockets;
  readonly proxy: CallProxy;
  readonly upstream: Upstream;
  readonly connectMs: number;
  /** How long the upstream may take to accept the upgrade. */
  readonly handshakeMs: number;
  isDraining(): boolean;
}

interface Handshake {
  readonly call: ApiCall;
  readonly session: string;
  readonly socket: Socket;
  isUpgraded: boolean;
}

const socketPaths = new Set([`${apiMount}/${apiPaths.socket}`, `${apiMount}/${apiPaths.socket}/`]);

/**
 * Answers every request that wants to become a WebSocket: only Socket.IO's path does, and only for our own pages. The
 * guards are those of the application, called by name, because an upgrade has no response object to walk with.
 */
export function createUpgrade(deps: UpgradeDeps) {
  const { proxy, sockets, limits, guards } = deps;
  const handshakes = new WeakMap<IncomingMessage, Handshake>();
  const hpm = createSocketProxy(deps, handshakes);

  function check(req: IncomingMessage, facts: RequestFacts): ApiCall {
    const problem = problemOf(req);
    if (problem !== undefined) throw new GatewayError(problem);
    if (req.method !== 'GET') throw new GatewayError('invalid_request');
    if (!socketPaths.has(facts.path)) throw new GatewayError('not_found');
    if (!guards.isOwnOrigin(req, facts.client)) throw new GatewayError('cross_site');
    if (deps.isDraining()) throw unavailable(1);
    const call = guards.check(req, facts);
    if (call.body.kind !== 'none') throw new GatewayError('invalid_request');
    return call;
  }

  /** The client's early frames wait in its socket: nothing reads from it before the upstream has answered. */
  function forward(req: IncomingMessage, socket: Socket, head: Buffer, call: ApiCall): void {
    const { client, sessionHash: session } = call;
    if (session === undefined) throw new GatewayError('unauthenticated');
    // The upgrade of a connection that began by polling opens no second one: it costs what a poll costs.
    if (call.opensSocket) limits.handshake(call);
    else limits.read(call);
    if (!sockets.reserve(socket, { network: client.network, session }))
      throw new GatewayError('rate_limited', { headers: { 'Retry-After': '30' } });
    handshakes.set(req, { call, session, socket, isUpgraded: false });
    req.headers = { ...proxy.requestHeaders(req, call), connection: 'Upgrade', upgrade: 'websocket' };
    hpm.upgrade(req, socket, head);
  }

  return (req: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    // HTTP/1 over TCP or TLS: a socket either way.
    const socket = duplex as Socket;
    socket.on('error', () => undefined);
    const facts = deps.identify.upgrade(req);
    try {
      forward(req, socket, head, check(req, facts));
    } catch (error) {
      const { code, details } = error instanceof GatewayError ? error : new GatewayError('internal');
      refuseSocket(socket, code, { ...details, requestId: facts.requestId });
    }
  };
}

/** http-proxy-middleware for upgrades, with an answer for every way in which the handshake can fail. */
function createSocketProxy(deps: UpgradeDeps, handshakes: WeakMap<IncomingMessage, Handshake>) {
  const { proxy, upstream, sockets, handshakeMs } = deps;
  const upgraded = new WeakMap<Socket, Handshake>();
  const security = apiSecurityHeaders();

  const events: ProxyPlugin = (hpm) => {
    hpm.on('proxyReqWs', (proxyReq, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake !== undefined) followHandshake(handshake, proxyReq);
    });
    hpm.on('error', (error, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake === undefined || handshake.isUpgraded) return;
      const fault = UpstreamFault.from(error);
      proxy.faulted(handshake.call, fault);
      refuseSocket(handshake.socket, fault.code, { requestId: handshake.call.requestId });
    });
    // Both sides are connected and no byte has passed yet. A `data` listener any earlier would consume the first bytes.
    hpm.on('open', (upstreamSocket) => {
      const handshake = upgraded.get(upstreamSocket);
      if (handshake !== undefined) sockets.add(handshake.socket, upstreamSocket, handshake.session);
    });
    hpm.on('econnreset', () => undefined);
  };

  function followHandshake(handshake: Handshake, proxyReq: ClientRequest): void {
    const { socket, call } = handshake;
    const giveUp = (): void => void proxyReq.destroy(new UpstreamFault('timeout'));
    const timer = setTimeout(giveUp, handshakeMs).unref();
    proxyReq.once('socket', () => limitConnect(proxyReq, Math.min(deps.connectMs, handshakeMs), giveUp));
    const cancel = (): void => void proxyReq.destroy();
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
      const headers = { ...keptHeaders(call, reply), ...(isChunked && { 'transfer-encoding': 'chunked' }) };
      reply.headers = headers as IncomingHttpHeaders;
      reply.statusMessage = STATUS_CODES[status] ?? '';
      reply.once('close', () => destroyLater(socket));
    });
    proxyReq.on('upgrade', (reply, upstreamSocket) => {
      clearTimeout(timer);
      socket.off('close', cancel);
      handshake.isUpgraded = true;
      const { 'set-cookie': cookies } = keptHeaders(call, reply);
      reply.headers = { ...handshakeHeaders(reply), 'x-request-id': call.requestId };
      if (cookies !== undefined) reply.headers['set-cookie'] = [cookies].flat();
      upgraded.set(upstreamSocket, handshake);
    });
  }

  function keptHeaders(call: ApiCall, reply: IncomingMessage): HeaderObject {
    proxy.answered(call, reply.statusCode ?? 0);
    return { ...proxy.replyHeaders(call, reply), ...security, 'x-request-id': call.requestId };
  }

  return createMiddleware(
    upstream,
    // Upgrades do not walk through the application, which takes the mount away.
    { agent: upstream.upgradeAgent, pathRewrite: (path: string) => path.slice(apiMount.length) },
    events,
  );
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

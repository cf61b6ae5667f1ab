import http, { type ClientRequest, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Api } from '#server/proxy/api.ts';
import type { CallFacts } from '#server/proxy/call.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { headerObject, type UpstreamOrigin } from '#server/proxy/upstream-origin.ts';
import type { ClientAddress } from '#server/request/client-address.ts';
import { isOwnOrigin } from '#server/request/cross-site.ts';
import { endForGood, endSocketWithError } from '#server/request/errors.ts';
import { checkRequest } from '#server/request/malformed.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LiveSockets } from './live-sockets.ts';

export interface UpgradeDeps {
  api: Api;
  origin: UpstreamOrigin;
  lookup: LookupFunction;
  liveSockets: LiveSockets;
  readClient(req: IncomingMessage): ClientAddress;
  requestId(req: IncomingMessage, client: ClientAddress): string;
  isDraining(): boolean;
  handshakeMs: number;
}

interface Handshake extends CallFacts {
  readonly socket: Socket;
  isUpgraded: boolean;
}

/** Answers every request that wants to become a WebSocket: only Socket.IO's path does, and only for our own pages. */
export function createUpgradeHandler(deps: UpgradeDeps): (req: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { api, origin, liveSockets, handshakeMs } = deps;
  const handshakes = new WeakMap<IncomingMessage, Handshake>();
  const upgraded = new WeakMap<Socket, Handshake>();

  function begin(handshake: Handshake, proxyReq: ClientRequest): void {
    const { socket } = handshake;
    const timer = setTimeout(() => proxyReq.destroy(new UpstreamFault('timeout')), handshakeMs).unref();
    const cancel = (): void => {
      proxyReq.destroy();
    };
    socket.once('close', cancel);
    proxyReq.once('close', () => clearTimeout(timer));
    // Both run before the library's own listeners and decide what these will pass on.
    proxyReq.on('response', (reply) => {
      clearTimeout(timer);
      const status = reply.statusCode ?? 502;
      const isChunked = reply.headers['transfer-encoding'] !== undefined;
      reply.headers = lowerCased(api.replyHeaders(handshake, status, reply.rawHeaders));
      if (isChunked) reply.headers['transfer-encoding'] = 'chunked';
      reply.statusMessage = STATUS_CODES[status] ?? '';
      reply.once('close', () => endForGood(socket));
    });
    proxyReq.on('upgrade', (reply, upstreamSocket) => {
      clearTimeout(timer);
      socket.off('close', cancel);
      handshake.isUpgraded = true;
      const kept = lowerCased(api.replyHeaders(handshake, 101, reply.rawHeaders));
      reply.headers = { ...handshakeHeaders(reply), 'x-request-id': handshake.id };
      if (kept['set-cookie'] !== undefined) reply.headers['set-cookie'] = kept['set-cookie'] as string[];
      upgraded.set(upstreamSocket, handshake);
    });
  }

  const events: Plugin<IncomingMessage, ServerResponse> = (proxy) => {
    proxy.on('proxyReqWs', (proxyReq, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake !== undefined) begin(handshake, proxyReq);
    });
    proxy.on('error', (error, req) => {
      const handshake = req === undefined ? undefined : handshakes.get(req);
      if (handshake === undefined || handshake.isUpgraded) return;
      const fault = UpstreamFault.from(error);
      api.faulted(handshake, fault);
      endSocketWithError(handshake.socket, fault.errorCode, { requestId: handshake.id });
    });
    // Both sides are connected and no byte has passed yet; a listener any earlier would swallow the first ones.
    proxy.on('open', (upstreamSocket) => {
      const handshake = upgraded.get(upstreamSocket);
      if (handshake !== undefined) liveSockets.add(handshake.socket, upstreamSocket, handshake.session);
    });
    proxy.on('econnreset', () => {});
  };

  const { Agent } = origin.protocol === 'https:' ? https : http;
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: { protocol: origin.protocol, host: origin.hostname, port: origin.port },
    // Each socket has a connection of its own.
    agent: new Agent({ lookup: deps.lookup, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY }),
    ejectPlugins: true,
    plugins: [events],
  });

  return (req, duplex, head) => {
    // HTTP/1 over TCP or TLS: a socket either way.
    const socket = duplex as Socket;
    socket.on('error', () => {});
    const client = deps.readClient(req);
    const requestId = deps.requestId(req, client);
    const refuse = (code: ErrorCode, headers?: readonly string[]): void =>
      endSocketWithError(socket, code, { requestId, headers });

    const checked = checkRequest(req);
    if (checked.problem !== undefined) return refuse(checked.problem);
    if (req.method !== 'GET') return refuse('invalid_request');
    if (!/^\/api\/socket\.io\/?$/.test(checked.path)) return refuse('not_found');
    if (!isOwnOrigin(req.headers.origin, client.host)) return refuse('cross_site');
    if (deps.isDraining()) return refuse('unavailable', ['Retry-After', '1']);
    const prepared = api.prepare(req, { path: checked.path, requestId, client });
    if (prepared.problem !== undefined) return refuse(prepared.problem, prepared.headers);
    const { call } = prepared;
    if (call.body.kind !== 'none') return refuse('invalid_request');
    if (!liveSockets.reserve(socket, client.ip, call.session)) return refuse('rate_limited', ['Retry-After', '30']);

    const handshake: Handshake = { ...call, socket, isUpgraded: false };
    handshakes.set(req, handshake);
    req.headers = { ...headerObject(api.upstreamHeaders(call)), connection: 'Upgrade', upgrade: 'websocket' };
    req.url = call.upstreamPath;
    proxy.upgrade(req, socket, head);
  };
}

/** What a 101 has to say; anything else of the upstream's stays behind. */
function handshakeHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = { connection: 'Upgrade', upgrade: 'websocket' };
  for (const name of ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'] as const) {
    const value = headers[name];
    if (value !== undefined) kept[name] = String(value);
  }
  return kept;
}

function lowerCased(flat: readonly string[]): Record<string, string | string[]> {
  return headerObject(flat.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : text)));
}

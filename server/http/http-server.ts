import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, RequestHandler, Response } from 'express';
import { expressMessages } from '#platform/express-messages.ts';
import { refuseSocket } from '#server/live/refuse-socket.ts';
import type { GatewayErrorCode } from '#server/request/errors.ts';
import type { Tuning } from '#server/tuning.ts';
import type { Drain } from './drain.ts';

export interface HttpServerDeps {
  readonly app: Express;
  readonly connections: Drain['connections'];
  readonly times: Tuning['clients'];
}

/**
 * Node's HTTP server with every limit set. The application answers every request; beside it are only bytes that Node
 * cannot parse and CONNECT, for which there is no response object.
 */
export function createHttpServer({ app, connections, times }: HttpServerDeps): Server {
  const server = http.createServer({
    ...expressMessages(app),
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkMs,
    maxHeaderSize: 16 * 1024,
    // `refuseMalformed` checks it, for an answer with a body.
    requireHostHeader: false,
    // Other protocols (h2c) are served as the normal request that they also are.
    shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
  });
  // Node calls this for a connection on which nothing has moved: also while a call waits for the upstream, which has a
  // time limit of its own, and between two requests.
  server.setTimeout(times.writeStallMs, (socket) => {
    if (socket.writableLength > 0 || connections.get(socket)?.writableFinished !== false) socket.destroy();
  });
  // Express's router parses a target that is no path with `url.parse`, and skips every middleware where that throws
  // (`http://[::1/`). The application refuses each target that is no path, so it gets `*` for all of them (decision 020).
  const application: RequestHandler = app;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    // Node hands over what is left of a chunk after its connection was closed.
    if (req.socket.destroyed) return;
    if (!req.url?.startsWith('/')) req.url = '*';
    // Instead of Express's own last handler, which is made anew for each request: the application's answers everything.
    application(req as Request, res as Response, () => res.destroy());
  };
  server.on('request', handle);
  // The proxy asks for the body when it forwards the call, so that the body of a refused call is never sent.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (_req, socket) => refuseSocket(socket, 'method_not_allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    const res = connections.get(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (res === undefined || canReplaceWithError(res)) refuseSocket(socket, clientErrorCode(error));
    else if (res.req.complete) closeAfter(socket, res);
    else if (res.locals.isBroken) return;
    else if (isNotBegunOrFinished(res.locals.behind)) {
      // The answer before it leaves whole; then this request has its error, and is not handled.
      res.locals.isBroken = true;
      res.locals.behind.once('close', () => refuseSocket(socket, clientErrorCode(error)));
    }
    // The body of this request is broken, and an answer has begun; what is buffered of it still leaves.
    else socket.destroySoon();
  });
  return server;
}

/** No byte of this response was sent, and the broken bytes belong to its request. */
function canReplaceWithError(res: ServerResponse): boolean {
  // A response behind another one of its connection has no socket yet.
  return res.socket !== null && !res.headersSent && !res.req.complete;
}

function isNotBegunOrFinished(answer: ServerResponse | undefined): answer is ServerResponse {
  return answer !== undefined && (!answer.headersSent || answer.writableEnded);
}

/** Closes the connection behind the answers to complete requests. Called again for all bytes that still come. */
function closeAfter(socket: Socket, last: ServerResponse): void {
  if (!last.shouldKeepAlive) return;
  last.shouldKeepAlive = false;
  last.once('close', () => socket.destroySoon());
}

/** True for HTTP with an unknown method, false for another protocol, such as TLS or SSH. */
function looksLikeHttp(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]+ \S+ HTTP\//.test(packet.toString('latin1', 0, 512));
}

function clientErrorCode({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): GatewayErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_INVALID_METHOD' && looksLikeHttp(rawPacket)) return 'method_not_allowed';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'too_large';
  return 'invalid_request';
}

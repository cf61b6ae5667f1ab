import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express, Request, RequestHandler, Response } from 'express';
import { expressMessages } from '#runtime/express-messages.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { AnswerSocket } from './socket-answer.ts';

/** How long a client may take, in milliseconds. Tests shorten them. */
export interface ClientTimes {
  /** For the head of a request, from the moment the connection is free for it. */
  headersMs: number;
  /** For a whole request, body included. */
  requestMs: number;
  /** Idle between two requests; longer than the usual load balancer's 60 s, so that the gateway never closes first. */
  keepAliveMs: number;
  /** How often the two above are checked. */
  checkMs: number;
}

const defaultTimes: ClientTimes = { headersMs: 15_000, requestMs: 120_000, keepAliveMs: 70_000, checkMs: 5000 };

export interface HttpServerOptions {
  readonly app: Express;
  readonly answerSocket: AnswerSocket;
  /** The response, if any, that a connection is waiting for. */
  readonly responseOn: (socket: Duplex) => ServerResponse | undefined;
  readonly times?: ClientTimes | undefined;
}

/**
 * Node's HTTP server with every limit set. The application answers every request; beside it are only bytes that Node
 * cannot parse and CONNECT, for which there is no response object.
 */
export function createHttpServer({ app, answerSocket, responseOn, times = defaultTimes }: HttpServerOptions) {
  const server = http.createServer({
    ...expressMessages(app),
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkMs,
    maxHeaderSize: 16 * 1024,
    // `refuseMalformed` checks it, for an answer with a body.
    requireHostHeader: false,
    // A request without a body never emits `end`; nothing may wait for it.
    optimizeEmptyRequests: true,
    // Other protocols (h2c) are served as the normal request that they also are.
    shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
  });
  // Express takes a target that is no path apart with the deprecated `url.parse`, and leaves the walk when that throws
  // (`http://[::1/`). The application refuses every such target, so it gets the one that it can take apart.
  const application: RequestHandler = app;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (!req.url?.startsWith('/')) req.url = '*';
    // Instead of Express's own last handler, which is made anew for each request: the application's answers everything.
    application(req as Request, res as Response, () => res.destroy());
  };
  server.on('request', handle);
  // The proxy asks for the body when it forwards the call, so that the body of a refused call is never sent.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (_req, socket) => answerSocket(socket, 'method_not_allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const res = responseOn(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // Anything more would be taken for a part of the answer that has begun; what is buffered of it still leaves.
    else if (res?.headersSent && !res.writableFinished) (socket as Socket).destroySoon();
    else answerSocket(socket, clientErrorCode(error));
  });
  return server;
}

/** A method that the parser does not know, rather than another protocol altogether. */
function looksLikeHttp(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]+ \S+ HTTP\//.test(packet.toString('latin1', 0, 512));
}

function clientErrorCode({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_INVALID_METHOD' && looksLikeHttp(rawPacket)) return 'method_not_allowed';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'too_large';
  return 'invalid_request';
}

import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endSocketWithError, sendApiError } from '#server/request/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** How long a client may take, in milliseconds. Tests shorten them. */
export interface ClientTimes {
  /** For the head of a request, from the moment the connection is free for it. */
  headersMs: number;
  /** For a whole request, body included. */
  requestMs: number;
  /** Idle between two requests; longer than the usual load balancer's 60 s, so that it is never us who closes first. */
  keepAliveMs: number;
  /** How often the two above are looked at. */
  checkMs: number;
}

const clientTimes: ClientTimes = { headersMs: 15_000, requestMs: 120_000, keepAliveMs: 70_000, checkMs: 5000 };

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * An HTTP server with every limit set, whose own refusals (of what cannot be parsed) have the product's error shape.
 * `responseOn` knows which response, if any, a connection is waiting for.
 */
export function createHttpServer(
  handle: RequestHandler,
  responseOn: (socket: Duplex) => ServerResponse | undefined,
  times: ClientTimes = clientTimes,
): http.Server {
  const server = http.createServer({
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkMs,
    maxHeaderSize: 16 * 1024,
    // Checked by ourselves, for an answer with a body.
    requireHostHeader: false,
    // A request without a body is no stream that has to end: nobody may wait for its `end`.
    optimizeEmptyRequests: true,
    // Anything else that asks to upgrade (h2c) is served as the normal request that it also is.
    shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.on('request', handle);
  // The body is asked for when the call is forwarded, so that a refused one is never sent.
  server.on('checkContinue', handle);
  server.on('checkExpectation', (_req, res) => sendApiError(res, 'expectation_failed', { close: true }));
  server.on('connect', (_req, socket) => endSocketWithError(socket, 'method_not_allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const res = responseOn(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // In the middle of an answer, anything more would be taken for a part of it; what was said of it still leaves.
    else if (res?.headersSent && !res.writableFinished) (socket as Socket).destroySoon();
    else endSocketWithError(socket, clientErrorCode(error));
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

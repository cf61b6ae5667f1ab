import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorDetails, errorBody, errorHeaders, type GatewayErrorCode } from '#server/request/errors.ts';
import { apiSecurityHeaders } from '#server/security/helmet.ts';
import { errorStatus } from '#shared/errors.ts';

const security = apiSecurityHeaders();

/** Answers a request that has no response object with the JSON error, and ends its connection. */
export function refuseSocket(
  socket: Duplex,
  code: GatewayErrorCode,
  { requestId, ...details }: ErrorDetails & { readonly requestId?: string } = {},
): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(code, requestId, details.message);
  const headers = {
    ...errorHeaders(code, body, { ...details, close: true }),
    ...security,
    ...(requestId !== undefined && { 'X-Request-Id': requestId }),
  };
  const status = errorStatus[code];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  socket.end(`${head}\r\n${body}`);
  destroyLater(socket);
}

const lingerMs = 2000;

/** An ended socket whose other side is never read would stay open for ever: read it, and destroy it after a while. */
export function destroyLater(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

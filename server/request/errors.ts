import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from '#server/security/security-headers.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/errors.ts';

/** What people read when the gateway itself refuses or fails; the client maps codes to its own words. */
const messages: Record<ErrorCode, string> = {
  invalid_request: 'The request could not be understood.',
  malformed_json: 'The request body is not valid JSON.',
  bad_target: 'The address of the request is not allowed.',
  unauthenticated: 'Please log in.',
  wrong_credentials: 'The email or password is wrong.',
  forbidden: 'This is not allowed.',
  cross_site: 'Requests from other sites are not accepted.',
  unverified: 'Please confirm your email address first.',
  suspended: 'This account is suspended.',
  not_connected: 'You are not connected with this person.',
  not_found: 'There is nothing here.',
  method_not_allowed: 'This method is not supported.',
  request_timeout: 'The request took too long to arrive.',
  conflict: 'This conflicts with what is already there.',
  email_taken: 'This email is already in use.',
  already_related: 'There is already a request between you.',
  quota_reached: 'There is no room for more of these.',
  too_large: 'The request body is too large.',
  uri_too_long: 'The address of the request is too long.',
  unsupported_media: 'This kind of content is not supported.',
  expectation_failed: 'The expectation of the request cannot be met.',
  invalid_fields: 'Some fields are not valid.',
  rate_limited: 'Too many requests. Please wait a moment.',
  headers_too_large: 'The request headers are too large.',
  internal: 'Something went wrong.',
  upstream_unreachable: 'The service cannot be reached. Please try again.',
  upstream_invalid: 'The service answered something that could not be understood.',
  unavailable: 'The service is not available at the moment. Please try again.',
  upstream_timeout: 'The service did not answer in time. Please try again.',
  loop_detected: 'The request came back to where it had been.',
};

export interface ErrorDetails {
  requestId?: string | undefined;
  message?: string | undefined;
  /** More headers, as a flat list of names and values. */
  headers?: readonly string[] | undefined;
  /** The connection cannot carry another request, for instance because the rest of a body is not read. */
  close?: boolean | undefined;
}

/**
 * Answers with the one error shape of the product. When a response has already begun it is cut instead, so that the
 * client notices; so this may be called at any moment.
 */
export function sendApiError(res: ServerResponse, code: ErrorCode, details: ErrorDetails = {}): void {
  if (res.headersSent || res.writableEnded) {
    if (!res.writableFinished) res.destroy();
    return;
  }
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const body = errorText(code, details);
  res.writeHead(errorStatus[code], errorHeaders(code, body, details));
  res.end(body);
}

/** Sends the whole answer, but closes its connection only when the returned function is called. */
export function endErrorLater(res: ServerResponse, code: ErrorCode, details: ErrorDetails): () => void {
  const body = errorText(code, details);
  res.writeHead(errorStatus[code], errorHeaders(code, body, { ...details, close: true }));
  res.write(body);
  return () => {
    if (!res.writableEnded) res.end();
  };
}

/** The same answer as bytes, for sockets that have no response object: refused upgrades and unparsable requests. */
export function endSocketWithError(socket: Duplex, code: ErrorCode, details: ErrorDetails = {}): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorText(code, details);
  const status = errorStatus[code];
  const headers = errorHeaders(code, body, { ...details, close: true });
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  socket.end(`${head}\r\n${body}`);
  endForGood(socket);
}

const goodbyeMs = 2000;

/** An ended socket whose other side is never read would stay for ever: read it, and do not wait for its end too long. */
export function endForGood(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), goodbyeMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

function errorText(code: ErrorCode, { message, requestId }: ErrorDetails): string {
  const body: ErrorBody = {
    code,
    message: message ?? messages[code],
    ...(requestId === undefined ? {} : { requestId }),
  };
  return JSON.stringify(body);
}

function errorHeaders(code: ErrorCode, body: string, { requestId, headers, close }: ErrorDetails): string[] {
  const list = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    ...securityHeaders.api,
    ...(headers ?? []),
  ];
  if (code === 'method_not_allowed') list.push('Allow', allowedMethods.join(', '));
  if (requestId !== undefined) list.push('X-Request-Id', requestId);
  if (close) list.push('Connection', 'close');
  return list;
}

export const allowedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import type { ErrorBody } from '#shared/api/errors.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import type { GatewayResponse, Middleware } from './facts.ts';

/** The sentence for each error that the gateway itself answers; the client maps codes to its own words. */
const messages = {
  invalid_request: 'The request could not be understood.',
  malformed_json: 'The request body is not valid JSON.',
  bad_target: 'The address of the request is not allowed.',
  unauthenticated: 'Please log in.',
  cross_site: 'Requests from other sites are not accepted.',
  not_found: 'There is nothing here.',
  method_not_allowed: 'This method is not supported.',
  request_timeout: 'The request took too long to arrive.',
  too_large: 'The request body is too large.',
  uri_too_long: 'The address of the request is too long.',
  unsupported_media: 'This kind of content is not supported.',
  expectation_failed: 'The expectation of the request cannot be met.',
  rate_limited: 'Too many requests. Please wait a moment.',
  headers_too_large: 'The request headers are too large.',
  internal: 'Something went wrong.',
  upstream_unreachable: 'The service cannot be reached. Please try again.',
  upstream_invalid: 'The service answered something that could not be understood.',
  unavailable: 'The service is not available at the moment. Please try again.',
  upstream_timeout: 'The service did not answer in time. Please try again.',
  loop_detected: 'The request came back to where it had been.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The codes of the errors that the gateway itself answers. */
export type GatewayErrorCode = keyof typeof messages;

export const allowedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export interface ErrorDetails {
  /** Instead of the usual sentence for the code. */
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The connection cannot carry another request, for instance because the rest of a body is not read. */
  readonly close?: boolean | undefined;
}

/** A refusal or failure of the gateway itself. Middleware passes it to `next`; the error handler answers it. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;
  readonly details: ErrorDetails;

  constructor(code: GatewayErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(details.message ?? messages[code], options);
    this.name = 'GatewayError';
    this.code = code;
    this.details = details;
  }
}

export function unavailable(retryAfterSeconds: number): GatewayError {
  return new GatewayError('unavailable', { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** The JSON body of an error, the same shape as the upstream's. */
export function errorBody(
  code: GatewayErrorCode,
  requestId: string | undefined,
  message: string = messages[code],
): string {
  const body: ErrorBody = { code, message, ...(requestId === undefined ? {} : { requestId }) };
  return JSON.stringify(body);
}

/** The headers that belong to that body. */
export function errorHeaders(
  code: GatewayErrorCode,
  body: string,
  { headers, close }: ErrorDetails,
): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...(code === 'method_not_allowed' && { Allow: allowedMethods.join(', ') }),
    ...headers,
    ...(close && { Connection: 'close' }),
  };
}

/** Shows an error as a page; false when the request is no navigation, and nothing was sent. */
export type ShowErrorPage = (req: Request, res: GatewayResponse, status: number) => boolean;

/** The last middleware of the walk: no other one had an answer. */
export const noRoute: Middleware = () => {
  throw new GatewayError('not_found');
};

/** Express tells an error handler by its four parameters. */
export type ErrorMiddleware = (thrown: unknown, req: Request, res: GatewayResponse, next: NextFunction) => void;

/**
 * The one error handler: every refusal and failure that has a response object is answered here. What is left of a refused
 * body is read and dropped, for at most the time that a request may take, so that a client that is still sending it gets
 * the answer and not a reset.
 */
export function handleErrors(log: Logger, showErrorPage: ShowErrorPage = () => false): ErrorMiddleware {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : new GatewayError('internal', {}, { cause: thrown });
    if (error !== thrown) log.error({ requestId, err: thrown }, 'unexpected error');
    if (error.details.close && !res.headersSent) res.shouldKeepAlive = false;
    // Node drops the rest of a body by itself only where nobody has begun to read it.
    if (!req.complete) req.resume();
    if (res.headersSent || res.writableEnded) {
      // The client notices that an answer that has begun is cut.
      if (!res.writableFinished) res.destroy();
    } else if (!showErrorPage(req, res, errorStatus[error.code])) {
      const body = errorBody(error.code, requestId, error.message);
      // Beside the headers that the response has already.
      res.writeHead(errorStatus[error.code], errorHeaders(error.code, body, error.details)).end(body);
    }
  };
}

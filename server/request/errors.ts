import type { ServerResponse } from 'node:http';
import type { ErrorBody } from '#shared/api/errors.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';

/** The sentence for each error that the gateway itself answers; the client maps codes to its own words. */
const messages: Record<ErrorCode, string> = {
  invalid_request: 'The request could not be understood.',
  malformed_json: 'The request body is not valid JSON.',
  bad_target: 'The address of the request is not allowed.',
  unauthenticated: 'Please log in.',
  wrong_credentials: 'The email or password is wrong.',
  second_factor_required: 'Type the code from your app, or a recovery code.',
  forbidden: 'This is not allowed.',
  confirmation_required: 'Please confirm with your password that it is you.',
  cross_site: 'Requests from other sites are not accepted.',
  unverified: 'Please confirm your email address first.',
  suspended: 'This account is suspended.',
  leaving: 'This account is being deleted.',
  not_connected: 'You are not connected with this person.',
  takes_no_requests: 'This person does not take this request.',
  not_found: 'There is nothing here.',
  method_not_allowed: 'This method is not supported.',
  request_timeout: 'The request took too long to arrive.',
  conflict: 'This conflicts with what is already there.',
  email_taken: 'This email is already in use.',
  already_related: 'There is already a request between you.',
  case_changed: 'Somebody else has changed this meanwhile.',
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

export const allowedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export interface ErrorDetails {
  /** Instead of the usual sentence for the code. */
  readonly message?: string | undefined;
  /** More headers, as a flat list of names and values. */
  readonly headers?: readonly string[] | undefined;
  /** The connection cannot carry another request, for instance because the rest of a body is not read. */
  readonly close?: boolean | undefined;
}

/** A refusal or failure of the gateway itself. Middleware passes it to `next`; the error handler answers it. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(details.message ?? messages[code], options);
    this.name = 'GatewayError';
    this.code = code;
    this.details = details;
  }
}

/** The JSON body of an error, the same shape as the upstream's. */
export function errorBody(code: ErrorCode, requestId: string | undefined, message = messages[code]): string {
  const body: ErrorBody = { code, message, ...(requestId === undefined ? {} : { requestId }) };
  return JSON.stringify(body);
}

/** The headers that belong to that body, as a flat list. */
export function errorHeaders(code: ErrorCode, body: string, { headers = [], close }: ErrorDetails): string[] {
  const list = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))];
  list.push('Cache-Control', 'no-store', ...headers);
  if (code === 'method_not_allowed' && !headers.includes('Allow')) list.push('Allow', allowedMethods.join(', '));
  if (close) list.push('Connection', 'close');
  return list;
}

/**
 * Answers with the JSON error, beside the headers that the response has already. A response that has begun is cut
 * instead, so that the client notices: this may be called at any moment.
 */
export function sendApiError(res: ServerResponse, error: GatewayError, requestId: string | undefined): void {
  if (cutIfBegun(res)) return;
  const body = errorBody(error.code, requestId, error.message);
  res.writeHead(errorStatus[error.code], errorHeaders(error.code, body, error.details));
  res.end(body);
}

/** Sends the whole error answer, but closes its connection only when the returned function is called. */
export function sendApiErrorAndWait(
  res: ServerResponse,
  error: GatewayError,
  requestId: string | undefined,
): () => void {
  const body = errorBody(error.code, requestId, error.message);
  res.writeHead(errorStatus[error.code], errorHeaders(error.code, body, { ...error.details, close: true }));
  res.write(body);
  return () => {
    if (!res.writableEnded) res.end();
  };
}

function cutIfBegun(res: ServerResponse): boolean {
  if (!res.headersSent && !res.writableEnded) return false;
  if (!res.writableFinished) res.destroy();
  return true;
}

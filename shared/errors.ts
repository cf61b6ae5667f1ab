/**
 * All error codes and their HTTP status, used by the gateway, the upstream and Socket.IO acknowledgements. Code that
 * handles errors compares the code, never the message.
 */
export const errorStatus = {
  invalid_request: 400,
  malformed_json: 400,
  bad_target: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  confirmation_required: 403,
  cross_site: 403,
  unverified: 403,
  suspended: 403,
  not_connected: 403,
  takes_no_requests: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  email_taken: 409,
  already_related: 409,
  case_changed: 409,
  quota_reached: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media: 415,
  expectation_failed: 417,
  invalid_fields: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  upstream_unreachable: 502,
  upstream_invalid: 502,
  unavailable: 503,
  upstream_timeout: 504,
  loop_detected: 508,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type ConfirmationNeed = 'password' | 'code';

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

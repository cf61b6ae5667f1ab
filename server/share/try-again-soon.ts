import { GatewayError } from '#server/request/errors.ts';

/** The 503 of a page or picture that cannot be made at the moment. */
export function tryAgainSoon(): GatewayError {
  return new GatewayError('unavailable', { headers: ['Retry-After', '2'] });
}

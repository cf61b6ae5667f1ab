import type { ErrorBody } from '#shared/api/errors.ts';
import { type ConfirmationNeed, type ErrorCode, errorStatus } from '#shared/errors.ts';

type ErrorDetails = Pick<ErrorBody, 'limit' | 'reason' | 'until' | 'contact' | 'case' | 'needs'>;

/** A failure to report to the caller. Any other thrown value becomes `internal` and is logged. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Further fields of the body, which belong to the code. */
  readonly details: ErrorDetails;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; headers?: Record<string, string> } & ErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    const { fields, headers = {}, ...details } = more;
    this.fields = fields;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export function notFound(message = 'There is nothing here.'): ApiError {
  return new ApiError('not_found', message);
}

/** For an unknown path, and for a call that the caller must not know of. */
export function unknownCall(): ApiError {
  return notFound('There is no such call.');
}

export function userNotFound(): ApiError {
  return notFound('This person is not here.');
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', message);
}

export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message);
}

export function notConnected(): ApiError {
  return new ApiError('not_connected', 'You can chat once you are both connected.');
}

export function unauthenticated(): ApiError {
  return new ApiError('unauthenticated', 'Please log in.');
}

/** For calls that reach other people: asking, writing, publishing. Where no mail is sent, nobody is unverified. */
export function requireVerified({ isUnverified }: { isUnverified?: boolean }): void {
  if (isUnverified === true)
    throw new ApiError('unverified', 'Please confirm your email address first: we have sent you a mail.');
}

/** For calls that change a way into the account. */
export function confirmationRequired(needs: ConfirmationNeed[]): ApiError {
  const what = needs.includes('password') ? 'your password' : 'the code from your app, or a recovery code';
  const also = needs.length > 1 ? ' and the code from your app' : '';
  const message = `Please confirm with ${what}${also} that it is you. Logging out and in again does it, too.`;
  return new ApiError('confirmation_required', message, { needs });
}

export function invalidParameter(fields: Record<string, string>): ApiError {
  return new ApiError('invalid_request', 'The address has a parameter that is not right.', { fields });
}

export function invalidFields(fields: Record<string, string>): ApiError {
  return new ApiError('invalid_fields', Object.values(fields)[0] ?? 'Some fields are not right.', { fields });
}

/** The database is unreachable, full or too busy, which may pass. */
export function storageUnavailable(): ApiError {
  return new ApiError('unavailable', 'This cannot be done right now. Please try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });
}

import { type ApiError, isApiError, unexpectedError } from './api-error.ts';

/** What a screen shows of a failed call. */
export type Failure = Pick<ApiError, 'message' | 'details'>;

export function failureOf(error: unknown): Failure {
  const { message, details } = isApiError(error) ? error : unexpectedError;
  return { message, ...(details === undefined ? {} : { details }) };
}

import { type ApiError, isApiError, unexpectedError } from './api-error.ts';

/** The parts of a failed call that a screen shows. */
export type Failure = Pick<ApiError, 'message' | 'details'>;

export function failureOf(error: unknown): Failure {
  const { message, details } = isApiError(error) ? error : unexpectedError;
  return { message, ...(details === undefined ? {} : { details }) };
}

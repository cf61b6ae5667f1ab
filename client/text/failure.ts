import { type ApiError, errorMessage, isApiError } from './api-error.ts';

/** What a screen shows of a failed call. */
export type Failure = Pick<ApiError, 'message' | 'details'>;

export function failureOf(error: unknown): Failure {
  const details = isApiError(error) ? error.details : undefined;
  return { message: errorMessage(error), ...(details === undefined ? {} : { details }) };
}

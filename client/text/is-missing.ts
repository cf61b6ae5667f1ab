import { isApiError } from './api-error.ts';

/**
 * Whether an error says that nothing stands at an id, so that asking again cannot help. Another upstream says "malformed"
 * with 400 or a bare 500.
 */
export function isMissing(error: unknown): boolean {
  if (!isApiError(error) || error.code === 'unavailable') return false;
  return [400, 404].includes(error.status) || (error.status === 500 && error.requestId === undefined);
}

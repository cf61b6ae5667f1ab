import { isApiError } from '#client/text/api-error.ts';

/** Whether an error says that there is no session. Another upstream says so with a 400 and one of a few texts. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.code === 'unauthenticated');
}

import { useAppSelector } from '#client/store/hooks.ts';
import type { ApiError } from '#client/text/api-error.ts';
import { isApiError } from '#client/text/api-error.ts';

/** Whether an error says that there is no session. Another upstream says so with a 400 and one of a few texts. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.code === 'unauthenticated');
}

/**
 * Whether a failed profile load leaves open if a user is signed in. Another upstream answers 400 to every call while
 * its database is down.
 */
export function isUnanswered(error: ApiError): boolean {
  return !isSignedOut(error) && ([0, 400, 408, 429].includes(error.status) || error.status >= 500);
}

/** Whether the last profile load had no reply, so that it is unknown whether a user is signed in. */
export function useProfileUnanswered(): boolean {
  return useAppSelector(({ session }) => session.profile === 'unanswered' || session.profile === 'stopped');
}

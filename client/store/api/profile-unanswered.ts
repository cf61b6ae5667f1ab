import { useAppSelector } from '#client/store/hooks.ts';
import { isApiError } from '#client/text/api-error.ts';
import { authApi } from './auth-api.ts';

const selectProfileLoad = authApi.endpoints.profileView.select();

/** Whether the last profile load failed for want of an answer, so that nobody knows whether there is a user. */
export function useProfileUnanswered(): boolean {
  return useAppSelector((state) => {
    const { error } = selectProfileLoad(state);
    return isApiError(error) && (error.status === 0 || error.status >= 500);
  });
}

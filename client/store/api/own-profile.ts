import { useOwnUser } from '#client/store/hooks.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { useProfileViewQuery } from './auth-api.ts';

interface OwnProfile {
  user: OwnUser;
  /** False where another upstream could not tell about and skills when the profile was loaded: it is loaded again. */
  isComplete: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** The signed-in user with about and skills. */
export function useOwnProfile(): OwnProfile {
  const user = useOwnUser();
  const isComplete = user.emailId !== undefined || (user.skills !== undefined && user.about !== undefined);
  const { data, error, refetch } = useProfileViewQuery(undefined, {
    skip: isComplete,
    refetchOnMountOrArgChange: true,
  });
  return { user, isComplete, error: error ?? data?.incomplete, refetch: async () => refetch() };
}

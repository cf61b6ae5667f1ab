import { useOwnUser } from '#client/store/hooks.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { usePersonQuery } from './people-api.ts';

interface OwnProfile {
  user: OwnUser;
  isComplete: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => void;
}

/**
 * The signed-in user with about and skills. Another upstream's profile call leaves those out, so they are read by the
 * own id there, or they would vanish with every reload.
 */
export function useOwnProfile(): OwnProfile {
  const own = useOwnUser();
  const known = own.skills !== undefined && own.about !== undefined;
  const person = usePersonQuery(own._id, { skip: known, refetchOnReconnect: true });
  return {
    user: { ...person.data, ...own },
    isComplete: known || person.data !== undefined,
    error: person.error,
    isFetching: person.isFetching,
    refetch: () => void person.refetch(),
  };
}

import { useOwnUser } from '#client/store/hooks.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { usePersonQuery } from './people-api.ts';

interface OwnProfile {
  user: OwnUser;
  isComplete: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/**
 * The signed-in user with about and skills. The profile call of another upstream leaves those out, so they are loaded by
 * the user's own id.
 */
export function useOwnProfile(): OwnProfile {
  const own = useOwnUser();
  const known = own.skills !== undefined && own.about !== undefined;
  const person = usePersonQuery(own._id, { skip: known });
  return {
    user: { ...person.data, ...own },
    isComplete: known || person.data !== undefined,
    error: person.error,
    refetch: async () => person.refetch(),
  };
}

import type { OwnUser } from '#shared/api/users.ts';
import type { Deps } from '#upstream/deps.ts';
import { unauthenticated } from '#upstream/http/api-error.ts';
import { findOwnUser } from './people-store.ts';

/** Reads the caller's own record. Throws a 401 when the account was deleted a moment ago. */
export function createOwnUserReader({ db, mail }: Deps): (userId: string) => Promise<OwnUser> {
  return async (userId) => {
    const user = await findOwnUser(db, userId);
    if (!user) throw unauthenticated();
    if (mail.mode !== 'none') return user;
    const { emailVerified: _, ...withoutMail } = user;
    return withoutMail;
  };
}

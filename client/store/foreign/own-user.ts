import type { OwnUser } from '#shared/api/users.ts';

/**
 * The user to store after a profile load. Our upstream answers the whole record, and it is stored as it is. Another
 * upstream's profile call leaves out the email, which is known only from the login, and about and skills, which are
 * saved and loaded by other calls: what is known of those three stays.
 */
export function completedOwnUser(loaded: OwnUser, known: OwnUser | null): OwnUser {
  if (loaded.emailId !== undefined || known === null || known._id !== loaded._id) return loaded;
  const { emailId, about, skills } = known;
  return {
    ...(emailId !== undefined && { emailId }),
    ...(about !== undefined && { about }),
    ...(skills !== undefined && { skills }),
    ...loaded,
  };
}

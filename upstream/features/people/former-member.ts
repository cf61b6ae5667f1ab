import type { User } from '#shared/api/users.ts';

/**
 * The name of a deleted account, where something of it stays: a chat, a project, an interest. A suspended account looks
 * the same to others.
 */
export const formerMemberName = { firstName: 'Former', lastName: 'member' } as const;

export function formerMember(id: string): User {
  return { _id: id, ...formerMemberName, skills: [] };
}

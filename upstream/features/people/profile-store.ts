import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { profileEditSchema } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { UserRow } from '#upstream/db/schema.ts';
import { holdPicture } from '../media/hold-picture.ts';
import { indexPeople } from '../search/search-index.ts';

export type ProfileChanges = z.output<typeof profileEditSchema>;

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  photoUrl: 'photo_url',
  coverUrl: 'cover_url',
  about: 'about',
  headline: 'headline',
  location: 'location',
  githubUrl: 'github_url',
  websiteUrl: 'website_url',
} as const satisfies Record<string, keyof UserRow>;

/** The columns of a profile without any details; deleting an account returns to it. */
export const emptyProfile = {
  photo_url: '',
  cover_url: '',
  about: '',
  headline: '',
  location: '',
  github_url: '',
  website_url: '',
  is_public: 0,
} as const satisfies Updateable<UserRow>;

/** Updates the given fields; `skills` replaces the whole list. False when the account no longer exists. */
export async function updateProfile(trx: Trx, userId: string, changes: ProfileChanges, now: number): Promise<boolean> {
  for (const field of ['photoUrl', 'coverUrl'] as const)
    await holdPicture(trx, { userId, url: changes[field], field, now });
  const values: Updateable<UserRow> = { updated_at: now };
  for (const [field, column] of Object.entries(columns)) {
    const value = changes[field as keyof typeof columns];
    if (value !== undefined) values[column] = value;
  }
  if (changes.isPublic !== undefined) values.is_public = changes.isPublic ? 1 : 0;
  const updated = await trx
    .updateTable('users')
    .set(values)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  if (changes.skills) await replaceSkills(trx, userId, changes.skills);
  await indexPeople(trx, [userId]);
  return true;
}

async function replaceSkills(trx: Trx, userId: string, skills: readonly string[]): Promise<void> {
  await trx.deleteFrom('user_skills').where('user_id', '=', userId).execute();
  if (skills.length === 0) return;
  await trx
    .insertInto('user_skills')
    .values(skills.map((label, position) => ({ user_id: userId, skill_key: skillKey(label), label, position })))
    .execute();
}

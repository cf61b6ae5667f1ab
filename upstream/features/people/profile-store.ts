import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { profileEditSchema } from '#shared/api/users.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { UserRow } from '#upstream/db/schema.ts';
import { countUses, holdPicture } from '../media/media-store.ts';
import { indexPeople } from '../search/search-index.ts';
import { skillRows } from '../skills/skill-rows.ts';
import { replaceIntents } from './intent-store.ts';

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
  weekly_hours: null,
  first_run: '',
} as const satisfies Updateable<UserRow>;

/** Updates the given fields; `skills` replaces the whole list. False when the account no longer exists. */
export async function updateProfile(trx: Trx, userId: string, changes: ProfileChanges, now: number): Promise<boolean> {
  for (const field of ['photoUrl', 'coverUrl'] as const)
    await holdPicture(trx, { userId, url: changes[field], field, now });
  const before = await trx
    .selectFrom('users')
    .select(['photo_url', 'cover_url'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const values: Updateable<UserRow> = { updated_at: now };
  for (const [field, column] of Object.entries(columns)) {
    const value = changes[field as keyof typeof columns];
    if (value !== undefined) values[column] = value;
  }
  if (changes.isPublic !== undefined) values.is_public = changes.isPublic ? 1 : 0;
  if (changes.hoursPerWeek !== undefined) values.weekly_hours = changes.hoursPerWeek;
  const { firstRun } = changes;
  if (firstRun !== undefined) values.first_run = firstRun === 'done' ? '' : firstRun;
  const updated = await trx
    .updateTable('users')
    .set(values)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  const { photoUrl = '', coverUrl = '' } = changes;
  const changed = [photoUrl, coverUrl, before?.photo_url ?? '', before?.cover_url ?? ''];
  if (changes.photoUrl !== undefined || changes.coverUrl !== undefined) await countUses(trx, userId, changed, now);
  if (changes.skills) await replaceSkills(trx, userId, changes.skills);
  if (changes.lookingFor) await replaceIntents(trx, userId, changes.lookingFor);
  await indexPeople(trx, [userId]);
  return true;
}

async function replaceSkills(trx: Trx, userId: string, skills: readonly string[]): Promise<void> {
  const before = await trx
    .deleteFrom('user_skills')
    .where('user_id', '=', userId)
    .returning(['label', 'spelling'])
    .execute();
  if (skills.length === 0) return;
  await trx
    .insertInto('user_skills')
    .values(skillRows(skills, before).map((row) => ({ user_id: userId, ...row })))
    .execute();
}

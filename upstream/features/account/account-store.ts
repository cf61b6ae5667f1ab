import { sql } from 'kysely';
import type { Trx } from '#upstream/db/connect.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { eraseNotices } from '../notifications/erase-notices.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { unindexPerson } from '../search/search-index.ts';

/** The name shown with a deleted account's messages. */
const formerMember = { firstName: 'Former', lastName: 'member' } as const;

/**
 * Removes a person's skills, sessions, requests, connections, projects and interests, and empties their row. Their
 * messages stay with the recipients. Returns the ids of the ended sessions; undefined when the account was already
 * deleted.
 */
export async function deleteAccount(trx: Trx, userId: string, now: number): Promise<string[] | undefined> {
  const emptied = await trx
    .updateTable('users')
    .set({
      first_name: formerMember.firstName,
      last_name: formerMember.lastName,
      email: null,
      email_key: null,
      password_hash: null,
      ...emptyProfile,
      updated_at: now,
      deleted_at: now,
      password_version: sql<number>`password_version + 1`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (emptied.numUpdatedRows === 0n) return undefined;
  await unindexPerson(trx, userId);
  await trx.deleteFrom('user_skills').where('user_id', '=', userId).execute();
  await unindexPerson(trx, userId);
  await trx.deleteFrom('requests').where('from_id', '=', userId).execute();
  await trx.deleteFrom('requests').where('to_id', '=', userId).execute();
  await trx.deleteFrom('project_interests').where('user_id', '=', userId).execute();
  // Foreign keys remove the projects' skills and the interest in them.
  await trx.deleteFrom('projects').where('creator_id', '=', userId).execute();
  await eraseNotices(trx, userId);
  await trx.deleteFrom('admin_actions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('conversation_reads').where('user_id', '=', userId).execute();
  return deleteOtherSessions(trx, userId, null);
}

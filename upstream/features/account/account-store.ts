import { sql } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';
import { deleteMailsOf } from '#upstream/mail/mail-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { deleteTokensOf } from '../email/token-store.ts';
import { deleteHistoryOf } from '../history/history-store.ts';
import { deletePicturesOf } from '../media/media-store.ts';
import { forgetModerator } from '../moderation/moderator-store.ts';
import { eraseNotices } from '../notifications/erase-notices.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { formerMemberName } from '../people/former-member.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { deletePreferencesOf } from '../preferences/preferences-store.ts';
import { deleteNewAsksOf } from '../requests/new-asks.ts';
import { unindexPerson } from '../search/search-index.ts';
import { deleteSecondFactor } from '../totp/second-factor-store.ts';

/**
 * Removes a person's skills, sessions, requests, connections, projects and interests, and empties their row. Their
 * messages stay with the recipients. Returns the ids of the ended sessions; undefined when the account was already
 * deleted.
 */
export async function deleteAccount(trx: Trx, userId: string, now: number): Promise<string[] | undefined> {
  const emptied = await trx
    .updateTable('users')
    .set({
      first_name: formerMemberName.firstName,
      last_name: formerMemberName.lastName,
      email: null,
      email_key: null,
      password_hash: null,
      ...emptyProfile,
      suspended_reason: '',
      suspended_by: '',
      hidden_reason: '',
      hidden_name: '',
      hidden_name_reason: '',
      hidden_name_at: null,
      updated_at: now,
      deleted_at: now,
      password_version: sql<number>`password_version + 1`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (emptied.numUpdatedRows === 0n) return undefined;
  await trx.deleteFrom('user_skills').where('user_id', '=', userId).execute();
  await unindexPerson(trx, userId);
  await trx.deleteFrom('requests').where('from_id', '=', userId).execute();
  await trx.deleteFrom('requests').where('to_id', '=', userId).execute();
  await trx.deleteFrom('project_interests').where('user_id', '=', userId).execute();
  // Foreign keys remove the projects' skills and the interest in them.
  await trx.deleteFrom('projects').where('creator_id', '=', userId).execute();
  await deletePicturesOf(trx, [userId]);
  await eraseNotices(trx, userId);
  await deleteNewAsksOf(trx, userId);
  await deleteHistoryOf(trx, userId);
  await trx.deleteFrom('blocks').where('blocker_id', '=', userId).execute();
  await trx.deleteFrom('blocks').where('blocked_id', '=', userId).execute();
  await deleteMailsOf(trx, userId);
  await trx.deleteFrom('departures').where('user_id', '=', userId).execute();
  await deleteTokensOf(trx, userId);
  await deletePasskeysOf(trx, userId);
  await deleteSecondFactor(trx, userId);
  await deletePreferencesOf(trx, userId);
  await trx.deleteFrom('mutes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('mutes').where('muted_id', '=', userId).execute();
  await trx.deleteFrom('muted_words').where('user_id', '=', userId).execute();
  await trx.deleteFrom('reports').where('reporter_id', '=', userId).execute();
  await trx.deleteFrom('reports').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('cases').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('case_actions').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('warnings').where('user_id', '=', userId).execute();
  await forgetModerator(trx, userId, now);
  await trx.deleteFrom('admin_actions').where('user_id', '=', userId).execute();
  // These messages can no longer be marked as read, so they must not stay in the count.
  await trx
    .updateTable('conversations')
    .set({ unread_low: 0, unread_high: 0 })
    .where(({ eb, or }) => or([eb('user_low', '=', userId), eb('user_high', '=', userId)]))
    .execute();
  await trx.deleteFrom('conversation_reads').where('user_id', '=', userId).execute();
  return deleteOtherSessions(trx, userId, null);
}

import { sql } from 'kysely';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import { deleteJobsOf } from '#upstream/jobs/job-store.ts';
import { deleteMailsOf, type Outbox } from '#upstream/mail/outbox.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { deleteTokensOf } from '../email/links.ts';
import { takeDeparture } from '../leaving/departure-store.ts';
import { queueErasedMail } from '../leaving/leave.ts';
import { deletePicturesOf } from '../media/media-store.ts';
import { deleteReportsOf } from '../moderation/case-store.ts';
import { forgetModerator } from '../moderation/moderator-store.ts';
import { eraseNotifications } from '../notifications/erase-notifications.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { replaceIntents } from '../people/intent-store.ts';
import { formerMemberName } from '../people/people-store.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { deletePreferencesOf } from '../preferences/preferences-store.ts';
import { passProjectsOn } from '../projects/pass-on.ts';
import { unindexPerson } from '../search/search-index.ts';
import { deleteSecondFactor } from '../totp/second-factor-store.ts';

export interface Erasure {
  userId: string;
  now: number;
  /**
   * Erases only an account whose owner is leaving and whose time is over at this time. The owner may have come back, or
   * another instance may have erased the account, since it was found.
   */
  leftBy?: number;
  /** The people who run the site erase it, which the mail says. */
  byOperator?: boolean;
}

/**
 * Erases an account for good, whoever asks for it: its owner at once, its owner after the days of leaving, or an operator.
 * Tells its owner by mail. Returns the ids of the ended sessions; undefined where nothing was erased, because the account is
 * gone already, or is not leaving. After the commit, emit `accountDeleted` and call `forgetErased`.
 */
export async function eraseAccount(
  trx: Trx,
  { engine, mail }: { engine: Engine; mail?: Outbox | undefined },
  { userId, now, leftBy, byOperator }: Erasure,
): Promise<string[] | undefined> {
  const account = await findCredentials(trx, { userId });
  const departure = await takeDeparture(trx, engine, userId, leftBy);
  if (account === undefined || (leftBy !== undefined && departure === undefined)) return undefined;
  const ended = await eraseRows(trx, userId, now);
  if (ended !== undefined) await queueErasedMail(trx, mail, account, byOperator);
  return ended;
}

/**
 * Removes a person's skills, sessions, requests, connections, interests and the projects without members, and empties their
 * row. Their messages stay with the recipients, and other projects with their members. Undefined when the row is empty already.
 */
async function eraseRows(trx: Trx, userId: string, now: number): Promise<string[] | undefined> {
  const emptied = await trx
    .updateTable('users')
    .set({
      first_name: formerMemberName.firstName,
      last_name: formerMemberName.lastName,
      email: null,
      email_key: null,
      password_hash: null,
      ...emptyProfile,
      suspended_at: null,
      suspended_until: null,
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
  await replaceIntents(trx, userId, []);
  await unindexPerson(trx, userId);
  await trx.deleteFrom('decisions').where('by_id', '=', userId).execute();
  await trx.deleteFrom('decisions').where('about_id', '=', userId).execute();
  await trx.deleteFrom('connections').where('low_id', '=', userId).execute();
  await trx.deleteFrom('connections').where('high_id', '=', userId).execute();
  await trx.deleteFrom('project_interests').where('user_id', '=', userId).execute();
  await passProjectsOn(trx, { creatorId: userId, staysMember: false, now });
  await trx.deleteFrom('project_activity').where('actor_id', '=', userId).execute();
  await trx.deleteFrom('project_invites').where('inviter_id', '=', userId).execute();
  await trx.deleteFrom('project_updates').where('author_id', '=', userId).execute();
  await trx.deleteFrom('project_follows').where('user_id', '=', userId).execute();
  // Foreign keys remove the projects' skills and the interest in them.
  await trx.deleteFrom('projects').where('creator_id', '=', userId).execute();
  await deletePicturesOf(trx, [userId]);
  // Also the pictures in messages, which stay with their texts: nobody may look at them any more.
  await trx.deleteFrom('chat_pictures').where('owner_id', '=', userId).execute();
  // Their messages do not count as changed, because after a block they do not either.
  await trx.deleteFrom('message_reactions').where('user_id', '=', userId).execute();
  await eraseNotifications(trx, userId);
  await trx.deleteFrom('account_events').where('user_id', '=', userId).execute();
  await trx.deleteFrom('blocks').where('blocker_id', '=', userId).execute();
  await trx.deleteFrom('blocks').where('blocked_id', '=', userId).execute();
  await deleteMailsOf(trx, userId);
  await deleteJobsOf(trx, userId);
  await deleteTokensOf(trx, userId);
  await deletePasskeysOf(trx, userId);
  await deleteSecondFactor(trx, userId);
  await deletePreferencesOf(trx, userId);
  await trx.deleteFrom('mutes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('mutes').where('muted_id', '=', userId).execute();
  await trx.deleteFrom('muted_words').where('user_id', '=', userId).execute();
  await deleteReportsOf(trx, userId);
  await trx.deleteFrom('reports').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('cases').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('case_actions').where('accused_id', '=', userId).execute();
  await trx.deleteFrom('warnings').where('user_id', '=', userId).execute();
  await forgetModerator(trx, userId, now);
  await trx.deleteFrom('admin_actions').where('user_id', '=', userId).execute();
  // Their chats stay with the other people; how far they read them, and that they were in a room, does not.
  await trx
    .deleteFrom('conversation_members')
    .where('user_id', '=', userId)
    .where('conversation_id', 'in', (query) =>
      query.selectFrom('conversations').select('id').where('project_id', 'is not', null),
    )
    .execute();
  await trx
    .updateTable('conversation_members')
    .set({ read_seq: 0, shown_seq: 0 })
    .where('user_id', '=', userId)
    .execute();
  return deleteOtherSessions(trx, userId, null);
}

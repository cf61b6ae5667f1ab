import type { Db, Trx } from '#upstream/db/connect.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
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
  await trx.deleteFrom('conversation_reads').where('user_id', '=', userId).execute();
  return deleteOtherSessions(trx, userId, null);
}

/** All messages a person sent or received, oldest first, read in chunks. */
export async function* messagesOf(db: Db, userId: string): AsyncGenerator<MessageRow & { other_id: string }> {
  const chunk = 500;
  for (const [mine, other] of [
    ['user_low', 'user_high'],
    ['user_high', 'user_low'],
  ] as const) {
    const conversations = await db
      .selectFrom('conversations')
      .select(['id', `${other} as other_id`])
      .where(mine, '=', userId)
      .execute();
    for (const conversation of conversations)
      for (let seq = 0, more = true; more; ) {
        const rows = await db
          .selectFrom('messages')
          .selectAll()
          .where('conversation_id', '=', conversation.id)
          .where('seq', '>', seq)
          .orderBy('seq')
          .limit(chunk)
          .execute();
        for (const row of rows) yield { ...row, other_id: conversation.other_id };
        more = rows.length === chunk;
        seq = rows.at(-1)?.seq ?? seq;
      }
  }
}

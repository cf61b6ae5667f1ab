import type { Trx } from '#upstream/db/connection.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { removeNoticesBetween } from '../notifications/notification-store.ts';
import { refreshProjectAsks } from '../notifications/project-asks.ts';
import { forgetAsk } from '../projects/activity-store.ts';
import { unfollowProjectsOf } from '../projects/follow-store.ts';
import { endRelation } from '../requests/decide.ts';

/**
 * Ends everything between two people when one blocks the other. The order is that in which `answerInterest` writes: an acceptance that is
 * under way is over before the connection it makes is looked for.
 */
export async function separate(trx: Trx, one: string, other: string, now: number): Promise<{ wereConnected: boolean }> {
  await leaveProjects(trx, one, other);
  await leaveProjects(trx, other, one);
  const wereConnected = await endRelation(trx, one, other);
  await closeConversation(trx, { one, other, wereConnected, now });
  await removeNoticesBetween(trx, one, other, ['request', 'connected', 'message', 'mention']);
  return { wereConnected };
}

/** `userId` leaves the projects of `creatorId`, takes asks back, and loses the notifications of them. */
async function leaveProjects(trx: Trx, userId: string, creatorId: string): Promise<void> {
  const left = await trx
    .deleteFrom('project_interests')
    .where('user_id', '=', userId)
    .where('status', '<>', 'rejected')
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .returning(['project_id', 'status'])
    .execute();
  for (const { project_id, status } of left) {
    if (status === 'interested') await forgetAsk(trx, project_id, userId);
    await refreshProjectAsks(trx, project_id, creatorId);
  }
  await unfollowProjectsOf(trx, userId, creatorId);
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .execute();
}

/**
 * Leaves nothing unread. Of connected people without a conversation the row is made, empty: the statement that would
 * store a first message at this moment meets it.
 */
async function closeConversation(
  trx: Trx,
  { one, other, wereConnected, now }: { one: string; other: string; wereConnected: boolean; now: number },
): Promise<void> {
  const { low, high } = pairOf(one, other);
  const closed = await trx
    .updateTable('conversations')
    .set({ blocked: 1, unread_low: 0, unread_high: 0 })
    .where('user_low', '=', low)
    .where('user_high', '=', high)
    .returning('id')
    .executeTakeFirst();
  if (closed || !wereConnected) return;
  await trx
    .insertInto('conversations')
    .values({
      id: newId(now),
      user_low: low,
      user_high: high,
      last_seq: 0,
      // Earlier than any message: a page that asks what it has missed must not be told of this conversation.
      last_message_at: 0,
      created_at: now,
      unread_low: 0,
      unread_high: 0,
      blocked: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_low', 'user_high']).doUpdateSet({ blocked: 1, unread_low: 0, unread_high: 0 }),
    )
    .execute();
}

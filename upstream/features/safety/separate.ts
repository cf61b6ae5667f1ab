import type { Trx } from '#upstream/db/connection.ts';
import { removeNoticesBetween } from '../notifications/notification-store.ts';
import { refreshProjectAsks } from '../notifications/project-asks.ts';
import { forgetAsk } from '../projects/activity-store.ts';
import { unfollowProjectsOf } from '../projects/update-store.ts';
import { endRelation } from '../requests/decide.ts';

/**
 * Ends everything between two people when one blocks the other. The order is that in which `answerInterest` writes: an acceptance that is
 * under way is over before the connection it makes is looked for.
 */
export async function separate(trx: Trx, one: string, other: string): Promise<{ wereConnected: boolean }> {
  await leaveProjects(trx, one, other);
  await leaveProjects(trx, other, one);
  const wereConnected = await endRelation(trx, one, other);
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

import type { Trx } from '#upstream/db/connection.ts';
import { refreshProjectAsks } from './project-asks.ts';

/**
 * Deletes the notifications of a deleted account, and those that others have of it. Call it after its interests are
 * deleted: a project that others still ask to join keeps its notification, under another name.
 */
export async function eraseNotifications(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  const asked = await trx
    .selectFrom('notifications')
    .select(['user_id', 'subject'])
    .where('actor_id', '=', userId)
    .where('kind', '=', 'interest')
    .execute();
  for (const row of asked) await refreshProjectAsks(trx, row.subject, row.user_id);
  await trx.deleteFrom('notifications').where('actor_id', '=', userId).execute();
  await trx.deleteFrom('notice_limits').where('by_id', '=', userId).execute();
  await trx.deleteFrom('notice_limits').where('for_id', '=', userId).execute();
}

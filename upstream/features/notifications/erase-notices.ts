import type { Trx } from '#upstream/db/connect.ts';
import { refreshProjectAsks } from './project-asks.ts';

/**
 * Deletes what a deleted account was told, and what others were told of it. Call it after the account's interests are
 * deleted: a project that others still ask to join keeps its notification, under another name.
 */
export async function eraseNotices(trx: Trx, userId: string): Promise<void> {
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

import type { Db, Trx } from '#upstream/db/connection.ts';

interface Following {
  userId: string;
  projectId: string;
}

/** Throws a foreign key violation when the project was erased a moment ago. */
export async function follow(trx: Trx, { userId, projectId }: Following, now: number): Promise<void> {
  await trx
    .insertInto('project_follows')
    .values({ user_id: userId, project_id: projectId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doNothing())
    .execute();
}

export async function unfollow(trx: Trx, { userId, projectId }: Following): Promise<void> {
  await trx.deleteFrom('project_follows').where('user_id', '=', userId).where('project_id', '=', projectId).execute();
}

export async function isFollowing(db: Db, { userId, projectId }: Following): Promise<boolean> {
  const row = await db
    .selectFrom('project_follows')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

/** When one of the two blocks the other, `userId` follows no project of `creatorId` any more. */
export async function unfollowProjectsOf(trx: Trx, userId: string, creatorId: string): Promise<void> {
  await trx
    .deleteFrom('project_follows')
    .where('user_id', '=', userId)
    .where('project_id', 'in', (query) => query.selectFrom('projects').select('id').where('creator_id', '=', creatorId))
    .execute();
}

/** For the account that is deleted. */
export async function deleteFollowsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('project_follows').where('user_id', '=', userId).execute();
}

import type { CasePerson } from '#shared/api/moderation.ts';
import type { Db } from '#upstream/db/connection.ts';

/** People by id as moderators see them: neither blocks nor suspensions hide them. */
export async function findCasePeople(db: Db, ids: readonly string[], now: number): Promise<Map<string, CasePerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('moderators', (join) =>
      join.onRef('moderators.user_id', '=', 'users.id').on('moderators.removed_at', 'is', null),
    )
    .select(['users.id', 'first_name', 'last_name', 'photo_url', 'created_at', 'moderators.id as moderator_id'])
    .select(['suspended_at', 'suspended_until', 'suspended_reason'])
    .where('users.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        ...(row.photo_url && { photoUrl: row.photo_url }),
        createdAt: iso(row.created_at),
        ...(row.moderator_id !== null && { isModerator: true as const }),
        ...(row.suspended_at !== null &&
          (row.suspended_until === null || row.suspended_until > now) && {
            suspended: {
              since: iso(row.suspended_at),
              until: row.suspended_until === null ? null : iso(row.suspended_until),
              reason: row.suspended_reason,
            },
          }),
      },
    ]),
  );
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

import type { CasePerson } from '#shared/api/moderation.ts';
import type { Db } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import { type MarkedRow, suspendedSince } from './suspension.ts';

/** People by id as moderators see them: neither blocks nor suspensions hide them. */
export async function findCasePeople(db: Db, ids: readonly string[], now: number): Promise<Map<string, CasePerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('moderators', (join) =>
      join.onRef('moderators.user_id', '=', 'users.id').on('moderators.removed_at', 'is', null),
    )
    .select(['users.id', 'first_name', 'last_name', 'photo_url', 'created_at', 'moderators.id as moderator_id'])
    .leftJoin('departures', 'departures.user_id', 'users.id')
    .select(['suspended_at', 'suspended_until', 'suspended_reason', 'begun_at', 'erase_at', 'suspended_since'])
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
        ...(row.begun_at !== null &&
          row.erase_at !== null && { leaving: { since: iso(row.begun_at), eraseAt: iso(row.erase_at) } }),
        ...suspensionOf(row, now),
      },
    ]),
  );
}

function suspensionOf(
  row: MarkedRow & { suspended_until: number | null; suspended_reason: string },
  now: number,
): Pick<CasePerson, 'suspended'> {
  const { suspended_until: until, suspended_reason: reason } = row;
  const since = suspendedSince(row);
  if (since === null || (until !== null && until <= now)) return {};
  return { suspended: { since: iso(since), until: until === null ? null : iso(until), reason } };
}

import { sql } from 'kysely';
import type { Db } from '#upstream/db/connect.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';

/** Pending requests to a person, newest first, one more than `limit` when there are more. */
export async function listReceived(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  let query = db.selectFrom('requests').selectAll().where('to_id', '=', userId).where('status', '=', 'interested');
  if (after) query = query.where(before('updated_at', after));
  return query
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Requests by a person that are pending, as far as they know. */
export async function listSent(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  let query = db
    .selectFrom('requests')
    .selectAll()
    .where('from_id', '=', userId)
    // Literals: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`status in ('interested', 'rejected')`)
    .where('withdrawn', '=', 0);
  if (after) query = query.where(before('created_at', after));
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Connections of a person, newest first. Each direction has its own index, so each is asked for by itself. */
export async function listConnections(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  const [outward, inward] = await Promise.all(
    (['from_id', 'to_id'] as const).map((side) => {
      let query = db.selectFrom('requests').selectAll().where(side, '=', userId).where('status', '=', 'accepted');
      if (after) query = query.where(before('updated_at', after));
      return query
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
    }),
  );
  return [...(outward ?? []), ...(inward ?? [])].sort(newestFirst).slice(0, limit + 1);
}

export function otherThan(userId: string, row: RequestRow): string {
  return row.from_id === userId ? row.to_id : row.from_id;
}

function before(column: 'updated_at' | 'created_at', key: TimeKey) {
  return sql<boolean>`(${sql.ref(column)}, id) < (${key.time}, ${key.id})`;
}

function newestFirst(a: RequestRow, b: RequestRow): number {
  return b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1);
}

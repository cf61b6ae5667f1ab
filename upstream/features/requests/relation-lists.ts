import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { isHere } from '../visibility/people.ts';

/** Pending requests to a person, newest first, one more than `limit` if there are more. */
export async function listReceived(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  const received = requests(db)
    .where('to_id', '=', userId)
    .where('status', '=', 'interested')
    .where(isHere('requests.from_id'));
  return newest(received, 'updated_at', limit, after);
}

/** Requests by a person that look pending to them (rejected ones included). */
export async function listSent(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  const sent = requests(db)
    .where('from_id', '=', userId)
    // Literals, not parameters: SQLite uses a partial index only if it can compare the conditions.
    .where(sql<boolean>`status in ('interested', 'rejected')`)
    .where('withdrawn', '=', 0)
    .where(isHere('requests.to_id'));
  return newest(sent, 'created_at', limit, after);
}

/** A person's connections, newest first. Each direction has its own index and its own query. */
export async function listConnections(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  const [outward, inward] = await Promise.all(
    (['from_id', 'to_id'] as const).map((side) => {
      const accepted = requests(db).where(side, '=', userId).where('status', '=', 'accepted');
      return newest(accepted, 'updated_at', limit, after);
    }),
  );
  return [...(outward ?? []), ...(inward ?? [])].sort(newestFirst).slice(0, limit + 1);
}

export function otherThan(userId: string, row: RequestRow): string {
  return row.from_id === userId ? row.to_id : row.from_id;
}

function requests(db: Db) {
  return db.selectFrom('requests').selectAll();
}

function newest(
  query: ReturnType<typeof requests>,
  column: TimeColumn,
  limit: number,
  after: TimeKey | undefined,
): Promise<RequestRow[]> {
  return (after ? query.where(before(column, after)) : query)
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

type TimeColumn = 'updated_at' | 'created_at';

function before(column: TimeColumn, key: TimeKey) {
  return sql<boolean>`(${sql.ref(column)}, id) < (${key.time}, ${key.id})`;
}

function newestFirst(a: RequestRow, b: RequestRow): number {
  return b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1);
}

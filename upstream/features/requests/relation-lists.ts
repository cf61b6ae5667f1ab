import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ConnectionRow, Database, DecisionRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { isHere } from '../visibility/people.ts';

/** Pending requests to a person, newest first, one more than `limit` if there are more. */
export function listReceived(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<DecisionRow[]> {
  const received = db
    .selectFrom('decisions')
    .selectAll()
    .where('about_id', '=', userId)
    .where('kind', '=', 'asked')
    .where(isUnanswered(userId))
    .where(isHere('decisions.by_id'));
  return newest(received, limit, after);
}

/** The request has not been rejected by the person who is asked: their decision stands in a row of its own. */
export function isUnanswered(userId: string) {
  return sql<boolean>`not exists (select 1 from decisions as answer
    where answer.by_id = ${userId} and answer.about_id = decisions.by_id and answer.kind = 'rejected')`;
}

/** Requests by a person that look pending to them, rejected ones included. */
export function listSent(db: Db, userId: string, limit: number, after: TimeKey | undefined): Promise<DecisionRow[]> {
  const sent = db
    .selectFrom('decisions')
    .selectAll()
    .where('by_id', '=', userId)
    .where('kind', '=', 'asked')
    .where(isHere('decisions.about_id'));
  return newest(sent, limit, after);
}

/** A person's connections, newest first. Each side has its own index and its own query. */
export async function listConnections(
  db: Db,
  userId: string,
  limit: number,
  after: TimeKey | undefined,
): Promise<ConnectionRow[]> {
  const side = (mine: 'low_id' | 'high_id') =>
    newest(db.selectFrom('connections').selectAll().where(mine, '=', userId), limit, after);
  const found = [...(await side('low_id')), ...(await side('high_id'))];
  return found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, limit + 1);
}

function newest<Table extends 'decisions' | 'connections', Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  limit: number,
  after: TimeKey | undefined,
): Promise<Row[]> {
  const from = after ? query.where(sql<boolean>`(at, id) < (${after.time}, ${after.id})`) : query;
  return from
    .orderBy(sql`at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(limit + 1)
    .execute() as Promise<Row[]>;
}

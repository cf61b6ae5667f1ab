import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ConnectionRow, DecisionRow } from '#upstream/db/schema.ts';
import { cutTimePage, type Page, type TimePage, timePage } from '#upstream/http/paging.ts';
import { isHere } from '../visibility/people.ts';

/** Pending requests to a person, newest first. */
export function listReceived(db: Db, userId: string, page: TimePage): Promise<Page<DecisionRow>> {
  const received = db
    .selectFrom('decisions')
    .selectAll()
    .where('about_id', '=', userId)
    .where('kind', '=', 'asked')
    .where(isUnanswered(userId))
    .where(isHere('decisions.by_id'));
  return timePage(received, page, 'at');
}

/** The request has not been rejected by the person who is asked: their decision stands in a row of its own. */
export function isUnanswered(userId: string) {
  return sql<boolean>`not exists (select 1 from decisions as answer
    where answer.by_id = ${userId} and answer.about_id = decisions.by_id and answer.kind = 'rejected')`;
}

/** Requests by a person that look pending to them, rejected ones included. */
export function listSent(db: Db, userId: string, page: TimePage): Promise<Page<DecisionRow>> {
  const sent = db
    .selectFrom('decisions')
    .selectAll()
    .where('by_id', '=', userId)
    .where('kind', '=', 'asked')
    .where(isHere('decisions.about_id'));
  return timePage(sent, page, 'at');
}

/** A person's connections, newest first. Each side has its own index and its own query. */
export async function listConnections(db: Db, userId: string, page: TimePage): Promise<Page<ConnectionRow>> {
  const side = (mine: 'low_id' | 'high_id') =>
    timePage(
      db.selectFrom('connections').selectAll().where(mine, '=', userId),
      { ...page, limit: page.limit + 1 },
      'at',
    );
  const found = [...(await side('low_id')).rows, ...(await side('high_id')).rows];
  found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return cutTimePage(found, page.limit, 'at');
}

import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { BlockRow, MuteRow, NoticeLimitRow, ReportRow, RequestRow } from '#upstream/db/schema.ts';
import { presentRequest, seenBy } from '../requests/request-view.ts';
import { listBlocks } from '../safety/block-store.ts';
import { listMutes } from '../safety/mute-store.ts';
import { listOwnReports } from '../safety/report-store.ts';
import { visibleTo } from '../safety/visible-to.ts';
import { pageSize, rowsOf } from './read-in-pages.ts';

/**
 * What the person asked, was asked and ignored, as far as they can see it in the product. What they asked is in the
 * order of asking, and what they ignored in that of their ids: neither tells what the other person has decided.
 */
export async function* requestsOf(db: Db, userId: string): AsyncGenerator<RequestRow> {
  for await (const row of askedBy(db, userId)) if (seenBy(row, userId) === 'asked') yield row;
  for (const [side, status] of [
    ['from_id', 'accepted'],
    ['to_id', 'accepted'],
    ['to_id', 'interested'],
    ['to_id', 'rejected'],
  ] as const)
    yield* withStatus(db, side, userId, status);
  const ignored: RequestRow[] = [];
  for (const rows of [
    withStatus(db, 'from_id', userId, 'ignored'),
    withStatus(db, 'to_id', userId, 'ignored'),
    withStatus(db, 'from_id', userId, 'rejected'),
  ])
    for await (const row of rows) if (seenBy(row, userId) === 'ignored') ignored.push(row);
  const idOf = (row: RequestRow) => presentRequest(row, userId)._id;
  yield* ignored.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

function askedBy(db: Db, userId: string): AsyncGenerator<RequestRow> {
  return rowsOf((last) => {
    const page = db
      .selectFrom('requests')
      .selectAll()
      .where('from_id', '=', userId)
      .where(sql<boolean>`status in ('interested', 'rejected')`);
    return (last ? page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`) : page)
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
  });
}

function withStatus(
  db: Db,
  side: 'from_id' | 'to_id',
  userId: string,
  status: RequestRow['status'],
): AsyncGenerator<RequestRow> {
  return rowsOf((last) => {
    const page = db
      .selectFrom('requests')
      .selectAll()
      .where(side, '=', userId)
      .where('status', '=', status)
      .where(visibleTo(userId, side === 'from_id' ? 'requests.to_id' : 'requests.from_id'));
    return (last ? page.where(sql<boolean>`(updated_at, id) > (${last.updated_at}, ${last.id})`) : page)
      .orderBy('updated_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
  });
}

/** How often the person withdrew a request, by whom and what it was about. */
export function withdrawalsOf(db: Db, userId: string): AsyncGenerator<NoticeLimitRow> {
  return rowsOf((last) => {
    const page = db
      .selectFrom('notice_limits')
      .selectAll()
      .where('by_id', '=', userId)
      .where('withdrawals', '>', 0)
      .where(visibleTo(userId, 'notice_limits.for_id'));
    return (last ? page.where(sql<boolean>`(for_id, about) > (${last.for_id}, ${last.about})`) : page)
      .orderBy('for_id')
      .orderBy('about')
      .limit(pageSize)
      .execute();
  });
}

/** Whom the person has blocked, newest first, as the list in the product shows it. */
export function blocksOf(db: Db, userId: string): AsyncGenerator<BlockRow> {
  return rowsOf(async (last) => {
    const after = last && { time: last.created_at, id: last.blocked_id };
    return (await listBlocks(db, userId, pageSize, after)).slice(0, pageSize);
  });
}

export function mutesOf(db: Db, userId: string): AsyncGenerator<MuteRow> {
  return rowsOf(async (last) => {
    const after = last && { time: last.created_at, id: last.muted_id };
    return (await listMutes(db, userId, pageSize, after)).slice(0, pageSize);
  });
}

/** Newest first. */
export function reportsOf(db: Db, userId: string): AsyncGenerator<ReportRow> {
  return rowsOf(async (last) => {
    const page = await listOwnReports(db, userId, { limit: pageSize, cursor: last?.id });
    return page.slice(0, pageSize);
  });
}

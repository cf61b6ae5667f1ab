import { sql } from 'kysely';
import type { ConnectionRequest } from '#shared/api/requests.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { BlockRow, ConnectionRow, DecisionRow, MuteRow, NoticeLimitRow, ReportRow } from '#upstream/db/schema.ts';
import { isUnanswered } from '../requests/relation-lists.ts';
import { presentConnection, presentDecision } from '../requests/relations.ts';
import { listBlocks } from '../safety/block-store.ts';
import { listMutes } from '../safety/mute-store.ts';
import { listOwnReports } from '../safety/report-store.ts';
import { visibleTo } from '../safety/visible-to.ts';
import { pageSize, rowsOf } from './read-in-pages.ts';

/**
 * What the person asked, was asked, ignored and rejected, and their connections, as far as they can see it in the product. In
 * the order of ids, which tells nothing of what other people have decided.
 */
export async function* requestsOf(db: Db, userId: string): AsyncGenerator<ConnectionRequest> {
  for await (const row of decisionsOf(db, userId)) yield presentDecision(row);
  for await (const row of askedOf(db, userId)) yield presentDecision(row);
  for await (const row of connectionsOf(db, userId)) yield presentConnection(row);
}

function decisionsOf(db: Db, userId: string): AsyncGenerator<DecisionRow> {
  return rowsOf((last) =>
    db
      .selectFrom('decisions')
      .selectAll()
      .where('by_id', '=', userId)
      .where('id', '>', last?.id ?? '')
      .where(visibleTo(userId, 'decisions.about_id'))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

function askedOf(db: Db, userId: string): AsyncGenerator<DecisionRow> {
  return rowsOf((last) =>
    db
      .selectFrom('decisions')
      .selectAll()
      .where('about_id', '=', userId)
      .where('kind', '=', 'asked')
      .where('id', '>', last?.id ?? '')
      .where(isUnanswered(userId))
      .where(visibleTo(userId, 'decisions.by_id'))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
}

function connectionsOf(db: Db, userId: string): AsyncGenerator<ConnectionRow> {
  return rowsOf((last) =>
    db
      .selectFrom('connections')
      .selectAll()
      .where(({ or }) => or({ low_id: userId, high_id: userId }))
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
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

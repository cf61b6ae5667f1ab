import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type {
  AccountEventRow,
  BlockRow,
  MuteRow,
  NoticeLimitRow,
  ProjectInterestRow,
  ProjectRow,
  ReportRow,
  RequestRow,
} from '#upstream/db/schema.ts';
import type { NotificationRow } from '../notifications/notification-store.ts';
import { presentRequest, seenBy } from '../requests/request-view.ts';
import { listBlocks } from '../safety/block-store.ts';
import { listMutes } from '../safety/mute-store.ts';
import { listOwnReports } from '../safety/report-store.ts';
import { visibleTo } from '../safety/visible-to.ts';
import {
  type VisibleConversation,
  type VisibleMessage,
  visibleConversations,
  visibleMessages,
} from '../visibility/messages.ts';

/** Rows read at once: few enough that reading and writing them holds the event loop for some milliseconds only. */
const pageSize = 200;

/** Reads page after page, each beginning after the last row of the one before, until one is not full. */
async function* rowsOf<Row>(readPage: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let page: Row[] = [];
  do {
    page = await readPage(page.at(-1));
    yield* page;
  } while (page.length === pageSize);
}

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

export function notificationsOf(db: Db, userId: string): AsyncGenerator<NotificationRow> {
  return rowsOf((last) => {
    const page = db.selectFrom('notifications').selectAll().where('user_id', '=', userId);
    return (last ? page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`) : page)
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
  });
}

export function historyOf(db: Db, userId: string): AsyncGenerator<AccountEventRow> {
  return rowsOf((last) => {
    const page = db.selectFrom('account_events').selectAll().where('user_id', '=', userId);
    return (last ? page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`) : page)
      .orderBy('created_at')
      .orderBy('id')
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

/** Newest first. */
export function reportsOf(db: Db, userId: string): AsyncGenerator<ReportRow> {
  return rowsOf(async (last) => {
    const page = await listOwnReports(db, userId, { limit: pageSize, cursor: last?.id });
    return page.slice(0, pageSize);
  });
}

export function mutesOf(db: Db, userId: string): AsyncGenerator<MuteRow> {
  return rowsOf(async (last) => {
    const after = last && { time: last.created_at, id: last.muted_id };
    return (await listMutes(db, userId, pageSize, after)).slice(0, pageSize);
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

/** With the labels of their skills, in the person's order. */
export async function* projectsOf(db: Db, userId: string): AsyncGenerator<ProjectRow & { skills: string[] }> {
  let after = '';
  for (let isLast = false; !isLast; ) {
    const projects = await db
      .selectFrom('projects')
      .selectAll()
      .where('creator_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    isLast = projects.length < pageSize;
    if (projects.length === 0) return;
    const ids = projects.map(({ id }) => id);
    after = ids.at(-1) ?? after;
    const skills = await db
      .selectFrom('project_skills')
      .select(['project_id', 'label'])
      .where('project_id', 'in', ids)
      .orderBy('project_id')
      .orderBy('position')
      .execute();
    const byProject = Map.groupBy(skills, (skill) => skill.project_id);
    for (const project of projects)
      yield { ...project, skills: (byProject.get(project.id) ?? []).map(({ label }) => label) };
  }
}

export async function* interestsOf(db: Db, userId: string): AsyncGenerator<ProjectInterestRow> {
  for (const status of ['interested', 'accepted', 'rejected'] as const)
    yield* rowsOf<ProjectInterestRow>((last) =>
      db
        .selectFrom('project_interests')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', '=', status)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('projects')
              .select('projects.id')
              .whereRef('projects.id', '=', 'project_interests.project_id')
              .where(visibleTo(userId, 'projects.creator_id')),
          ),
        )
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(pageSize)
        .execute(),
    );
}

export function picturesOf(db: Db, userId: string): AsyncGenerator<{ mediaId: string; createdAt: number }> {
  return rowsOf((last) =>
    db
      .selectFrom('media_owners')
      .select(['media_id as mediaId', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .where('media_id', '>', last?.mediaId ?? '')
      .orderBy('media_id')
      .limit(pageSize)
      .execute(),
  );
}

/** A person's own messages and those to them: conversation after conversation, oldest first. */
export async function* messagesOf(db: Db, userId: string): AsyncGenerator<VisibleMessage & { other_id: string }> {
  for await (const conversation of conversationsOf(db, userId)) {
    const { user_low, user_high } = conversation;
    const other_id = user_low === userId ? user_high : user_low;
    const rows = rowsOf<VisibleMessage>((last) =>
      visibleMessages(db, conversation)
        .where('seq', '>', last?.seq ?? 0)
        .orderBy('seq')
        .limit(pageSize)
        .execute(),
    );
    for await (const row of rows) yield { ...row, other_id };
  }
}

/**
 * The conversation with the oldest last message first: one that gets a message meanwhile moves to the end and is not
 * repeated.
 */
async function* conversationsOf(db: Db, userId: string): AsyncGenerator<VisibleConversation> {
  const seen = new Set<string>();
  for (const side of ['user_low', 'user_high'] as const) {
    const rows = rowsOf<VisibleConversation>((last) => {
      const page = visibleConversations(db, userId, side);
      return (last ? page.where(sql<boolean>`(last_message_at, id) > (${last.last_message_at}, ${last.id})`) : page)
        .orderBy('last_message_at')
        .orderBy('id')
        .limit(pageSize)
        .execute();
    });
    for await (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      yield row;
    }
  }
}

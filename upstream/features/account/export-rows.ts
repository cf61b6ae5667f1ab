import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { ChatPictureRow, Database, ReportRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { isUnanswered } from '../requests/relation-lists.ts';
import { listBlocks } from '../safety/block-store.ts';
import { listMutes } from '../safety/mute-store.ts';
import { listOwnReports } from '../safety/report-store.ts';
import {
  ownConversations,
  ownRoomMessages,
  type VisibleConversation,
  type VisibleMessage,
  visibleMessages,
} from '../visibility/messages.ts';
import { visibleTo } from '../visibility/people.ts';

/** Rows read at once: few enough that reading and writing them holds the event loop for some milliseconds only. */
const pageSize = 200;

export type ReadRows<Row> = (deps: Deps, userId: string) => AsyncIterable<Row>;

export interface ExportPart {
  name: string;
  items: (deps: Deps, userId: string) => AsyncIterable<unknown>;
}

/** The items of a part: what `present` makes of each row, without those of which it makes nothing. */
export function part<Row>(
  name: string,
  read: ReadRows<Row>,
  present: (row: Row, deps: Deps, userId: string) => unknown = (row) => row,
): ExportPart {
  return {
    name,
    async *items(deps, userId) {
      for await (const row of read(deps, userId)) {
        const item = await present(row, deps, userId);
        if (item !== undefined) yield item;
      }
    },
  };
}

/** Reads page after page, each beginning after the last row of the one before, until one is not full. */
async function* rowsOf<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
  size = pageSize,
): AsyncGenerator<Row> {
  let page: readonly Row[] = [];
  do {
    page = await readPage(page.at(-1));
    yield* page;
  } while (page.length === size);
}

interface OwnRows {
  /** The last of them tells rows apart. */
  order?: readonly string[];
  condition?: (userId: string) => RawBuilder<SqlBool>;
}

/** The rows of a table whose column `owner` has the person's id. */
export function ownRows<Table extends keyof Database>(
  table: Table,
  owner: string,
  { order = ['id'], condition }: OwnRows = {},
): ReadRows<Selectable<Database[Table]>> {
  type Row = Selectable<Database[Table]>;
  const columns = sql.join(order.map((column) => sql.ref(`${table}.${column}`)));
  return ({ db }, userId) =>
    rowsOf<Row>(async (last) => {
      const after = last && sql`and (${columns}) > (${sql.join(order.map((column) => last[column as keyof Row]))})`;
      const { rows } = await sql<Row>`select * from ${sql.table(table)}
        where ${sql.ref(owner)} = ${userId} and ${condition?.(userId) ?? sql`true`} ${after ?? sql``}
        order by ${columns} limit ${sql.lit(pageSize)}`.execute(db);
      return rows;
    });
}

/** The person's rows about projects that they may see. */
export function ownRowsOfProjects<Table extends keyof Database>(
  table: Table,
  owner: string,
  order?: readonly string[],
): ReadRows<Selectable<Database[Table]>> {
  const condition = (userId: string) => sql<SqlBool>`exists (select 1 from projects
    where projects.id = ${sql.ref(`${table}.project_id`)} and ${visibleTo(userId, 'projects.creator_id')})`;
  return ownRows(table, owner, { ...(order && { order }), condition });
}

/** A list that is read at once, because a person has few rows of it. */
export function whole<Row>(list: (deps: Deps, userId: string) => Promise<readonly Row[]>): ReadRows<Row> {
  return async function* (deps, userId) {
    yield* await list(deps, userId);
  };
}

export const ownDecisions = ownRows('decisions', 'by_id', {
  condition: (userId) => visibleTo(userId, 'decisions.about_id'),
});

export const unansweredRequests = ownRows('decisions', 'about_id', {
  condition: (userId) =>
    sql<SqlBool>`kind = 'asked' and ${isUnanswered(userId)} and ${visibleTo(userId, 'decisions.by_id')}`,
});

export const withdrawals = ownRows('notice_limits', 'by_id', {
  order: ['for_id', 'about'],
  condition: (userId) => sql<SqlBool>`withdrawn_at > 0 and ${visibleTo(userId, 'notice_limits.for_id')}`,
});

/** Newest first, as the list in the product shows them; so are the two below. */
export const blocks: ReadRows<{ blocked_id: string; created_at: number }> = ({ db }, userId) =>
  rowsOf(async (last) => {
    const cursor = last && { time: last.created_at, id: last.blocked_id };
    return (await listBlocks(db, userId, { limit: pageSize, cursor })).rows;
  });

export const mutes: ReadRows<{ muted_id: string; created_at: number }> = ({ db }, userId) =>
  rowsOf(async (last) => {
    const cursor = last && { time: last.created_at, id: last.muted_id };
    return (await listMutes(db, userId, { limit: pageSize, cursor })).rows;
  });

export const reports: ReadRows<ReportRow> = ({ db }, userId) =>
  rowsOf(async (last) => {
    return (await listOwnReports(db, userId, { limit: pageSize, cursor: last?.id })).rows;
  });

/** In the person's order. */
export function skillsOfProject(db: Db, projectId: string): Promise<{ label: string; spelling: string }[]> {
  return db
    .selectFrom('project_skills')
    .select(['label', 'spelling'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute();
}

/** A person's own messages and those to them: chat after chat, oldest first; then their own in rooms, also of those they left. */
export async function* messages(
  { db }: Deps,
  userId: string,
): AsyncGenerator<VisibleMessage & { other_id?: string; room_id?: string }> {
  // By their ids, so that a conversation which gets a message meanwhile is neither lost nor repeated.
  const chats = rowsOf<VisibleConversation>((last) =>
    ownConversations(db, userId)
      .where('project_id', 'is', null)
      .where('conversations.id', '>', last?.id ?? '')
      .orderBy('conversations.id')
      .limit(pageSize)
      .execute(),
  );
  for await (const conversation of chats) {
    const other_id = conversation.peer_id ?? '';
    const rows = rowsOf<VisibleMessage>((last) =>
      visibleMessages(db, conversation)
        .where('seq', '>', last?.seq ?? 0)
        .orderBy('seq')
        .limit(pageSize)
        .execute(),
    );
    for await (const row of rows) yield { ...row, other_id };
  }
  yield* rowsOf<VisibleMessage & { room_id: string }>((last) =>
    ownRoomMessages(db, userId, { after: last?.id ?? '', limit: pageSize }),
  );
}

/** One by one: each has some hundred kilobytes. */
export const chatPictures: ReadRows<
  Pick<ChatPictureRow, 'id' | 'message_id' | 'alt' | 'created_at'> & { bytes: Uint8Array }
> = ({ db }, userId) =>
  rowsOf(
    (last) =>
      db
        .selectFrom('chat_pictures')
        .innerJoin('chat_picture_files', (join) =>
          join.onRef('picture_id', '=', 'chat_pictures.id').on('file', '=', 'cover.webp'),
        )
        .select(['chat_pictures.id', 'message_id', 'alt', 'created_at', 'bytes'])
        .where('owner_id', '=', userId)
        .where('chat_pictures.id', '>', last?.id ?? '')
        .orderBy('chat_pictures.id')
        .limit(1)
        .execute(),
    1,
  );

export function inBase64(bytes: Uint8Array): { type: string; data: string } {
  return { type: 'image/webp', data: Buffer.from(bytes).toString('base64') };
}

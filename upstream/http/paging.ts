import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { pageQuerySchema } from '#shared/api/search.ts';
import { limits } from '#shared/limits.ts';
import { idCursor, type TimeKey, timeCursor } from './cursor.ts';

/** Lists ordered by id, newest first. */
export const idPageSchema = pageQuerySchema.extend({ cursor: idCursor.optional() });

/** The same with the maximum as the default limit, for routes that other upstreams answer without paging. */
export const longPageSchema = idPageSchema.extend({ limit: pageQuerySchema.shape.limit.default(limits.page.max) });

/** Lists in time order, newest first. */
export const timePageSchema = pageQuerySchema.extend({ cursor: timeCursor.optional() });

export interface IdPage {
  limit: number;
  cursor?: string | undefined;
}

export interface TimePage {
  limit: number;
  cursor?: TimeKey | undefined;
}

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** The rows of a page in the order of their ids, newest first. `id` is the column where several tables have one. */
export async function idPage<DB, Tables extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { cursor, limit }: IdPage,
  id = 'id',
): Promise<Page<Row>> {
  const from = cursor === undefined ? query : query.where(sql<boolean>`${sql.ref(id)} < ${cursor}`);
  const rows = await from
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
    .execute();
  return cutIdPage(rows as Row[], limit);
}

/** The same in time order; ids break ties. `at` and `id` are the columns with the two. */
export async function timePage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { cursor, limit }: TimePage,
  at: string,
  id = 'id',
): Promise<Page<Row>> {
  const key = sql`(${sql.ref(at)}, ${sql.ref(id)})`;
  const from = cursor ? query.where(sql<boolean>`${key} < (${cursor.time}, ${cursor.id})`) : query;
  const rows = await from
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
    .execute();
  return cutTimePage(rows as Row[], limit, at, id);
}

/** Cuts rows, read with one more than `limit`, to the page and the cursor of the next one. */
export function cutPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** {@link cutPage} for lists that are paged by {@link idPageSchema}. */
export function cutIdPage<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  return cutPage(rows, limit, (row) => idCursor.encode(row.id));
}

/** {@link cutPage} for lists that are paged by {@link timePageSchema}, whose rows have a time and an id in these columns. */
export function cutTimePage<Row>(rows: readonly Row[], limit: number, at: string, id = 'id'): Page<Row> {
  const read = (row: Row, column: string) => (row as Record<string, unknown>)[column.replace(/^.*\./, '')];
  return cutPage(rows, limit, (row) => timeCursor.encode({ time: Number(read(row, at)), id: String(read(row, id)) }));
}

/** How many pages one call reads at most before it answers an empty one with its cursor. */
const mostRead = 10;

/**
 * The first page with items, from `cursor` on. `read` looks at a bounded number of rows for each page, which the viewer may
 * not see or a filter leaves out, so that a page can be empty while its cursor goes on. Other requests take their turn
 * between two pages.
 */
export async function filledPage<Page extends { nextCursor: string | null }>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly unknown[],
): Promise<Page> {
  let page = await read(cursor);
  for (let count = 1; itemsOf(page).length === 0 && page.nextCursor !== null && count < mostRead; count += 1) {
    await setImmediate();
    page = await read(page.nextCursor);
  }
  return page;
}

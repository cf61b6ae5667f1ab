import { setImmediate } from 'node:timers/promises';
import { pageQuerySchema } from '#shared/api/search.ts';
import { limits } from '#shared/limits.ts';
import { idCursor, timeCursor } from './cursor.ts';

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

/** Cuts rows, read with one more than `limit`, to the page and the cursor of the next one. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** {@link cutPage} for lists that are paged by {@link idPageSchema}. */
export function cutIdPage<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  return cutPage(rows, limit, (row) => idCursor.encode(row.id));
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

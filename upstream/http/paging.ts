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

import { z } from 'zod';
import { pageQuerySchema } from '#shared/api/search.ts';
import { limits } from '#shared/limits.ts';

/** Lists ordered by id, newest first. The cursor is the last id of the previous page. */
export const idPageSchema = pageQuerySchema.extend({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'This is no cursor of this list.')
    .optional(),
});

/** The same with the maximum as the default limit, for routes that other upstreams answer without paging. */
export const longPageSchema = idPageSchema.extend({
  limit: z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.max),
});

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
  return cutPage(rows, limit, (row) => row.id);
}

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

/** Splits what was read, one more than asked for, into the page and the next one's cursor. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

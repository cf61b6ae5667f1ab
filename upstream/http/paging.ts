import { z } from 'zod';
import { pageQuerySchema } from '#shared/api/search.ts';
import { limits } from '#shared/limits.ts';

/** Lists that are ordered by id, newest first: the cursor is the last id of the page before. */
export const idPageSchema = pageQuerySchema.extend({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'This is no cursor of this list.')
    .optional(),
});

/** The same, for calls that other upstreams answer whole: who does not ask for a page gets as much as there may be. */
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

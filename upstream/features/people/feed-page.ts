import type { z } from 'zod';
import type { FeedItem, feedQuerySchema } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { skillKey } from '#shared/skills.ts';
import type { Db } from '#upstream/db/connection.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { matchSlice } from './feed-match.ts';
import { newestSlice } from './feed-store.ts';
import { presentUser, presentUsers, skillsOf } from './people-store.ts';

export interface FeedPage {
  items: FeedItem[];
  nextCursor: string | null;
}

/**
 * One page of the feed. People the caller decides on leave it, so a client that pages by number asks for page 1 again
 * after deciding. A client that pages by cursor sees nobody twice and skips nobody.
 */
export async function feedPage(db: Db, viewerId: string, query: z.output<typeof feedQuerySchema>): Promise<FeedPage> {
  const { limit, cursor, order } = query;
  const offset = (query.page - 1) * limit;
  if (cursor === undefined && offset > limits.feedDepth)
    throw new ApiError(
      'invalid_request',
      'The feed goes no deeper by page number: send the X-Next-Cursor of the page before as `cursor`.',
      {
        fields: { page: 'This page is too far down.' },
      },
    );
  const skill = query.skill?.trim() ? query.skill : undefined;
  if (order === 'newest') {
    const { rows, nextCursor } = await newestSlice(db, { viewerId, limit, offset, cursor, skill });
    return { items: await presentUsers(db, rows), nextCursor };
  }
  const { rows, nextCursor } = await matchSlice(db, { viewerId, limit, offset, cursor, skill });
  const skills = await skillsOf(db, [viewerId, ...rows.map(({ id }) => id)]);
  const mine = new Set(skills.get(viewerId)?.map(skillKey));
  const items = rows.map((row) => {
    const person = presentUser(row, skills.get(row.id) ?? []);
    return { ...person, shared: (person.skills ?? []).filter((label) => mine.has(skillKey(label))) };
  });
  return { items, nextCursor };
}

import type { z } from 'zod';
import type { FeedItem, feedQuerySchema } from '#shared/api/users.ts';
import { counterpartOf } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';
import { matchReasons } from '#shared/match-reasons.ts';
import type { Db } from '#upstream/db/connection.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { VisiblePerson } from '../visibility/people.ts';
import { matchSlice } from './feed-match.ts';
import { newestSlice } from './feed-store.ts';
import { intentsOf, ownZoneOf, shownZonesOf, zonesWithin } from './intent-store.ts';
import { presentUser, skillsOf } from './people-store.ts';

export interface FeedPage {
  items: FeedItem[];
  nextCursor: string | null;
}

/** So many hours in common count for the order. */
const someHours = 4;

/**
 * One page of the feed. People the caller decides on leave it, so a client that pages by number asks for page 1 again
 * after deciding. A client that pages by cursor sees nobody twice and skips nobody.
 */
export async function feedPage(db: Db, viewerId: string, query: z.output<typeof feedQuerySchema>): Promise<FeedPage> {
  const { limit, cursor, order, intent, overlap } = query;
  const offset = (query.page - 1) * limit;
  if (cursor === undefined && offset > limits.feedDepth)
    throw new ApiError(
      'invalid_request',
      'The feed goes no deeper by page number: send the X-Next-Cursor of the page before as `cursor`.',
      {
        fields: { page: 'This page is too far down.' },
      },
    );
  const zone = await ownZoneOf(db, viewerId);
  const asked = {
    ...{ viewerId, limit, offset, cursor, intent },
    skill: query.skill?.trim() ? query.skill : undefined,
    zones: overlap === undefined ? undefined : zonesWithin(zone, overlap),
  };
  if (asked.zones?.length === 0) return { items: [], nextCursor: null };
  if (order === 'newest') {
    const { rows, nextCursor } = await newestSlice(db, asked);
    return { items: await withReasons(db, viewerId, zone, rows), nextCursor };
  }
  const mine = (await intentsOf(db, [viewerId])).get(viewerId) ?? [];
  const wish = { fitting: mine.map(counterpartOf), near: zonesWithin(zone, someHours) };
  const { rows, nextCursor } = await matchSlice(db, { ...asked, ...wish });
  const items = await withReasons(db, viewerId, zone, rows);
  return { items: items.map((item) => ({ ...item, shared: sharedIn(item) })), nextCursor };
}

function sharedIn({ reasons }: FeedItem): string[] {
  return reasons?.flatMap((reason) => (reason.kind === 'skills' ? reason.skills : [])) ?? [];
}

/** These people, and why the viewer may want to meet each of them. */
async function withReasons(
  db: Db,
  viewerId: string,
  ownZone: string | undefined,
  rows: readonly VisiblePerson[],
): Promise<FeedItem[]> {
  const ids = rows.map(({ id }) => id);
  const [skills, intents] = [await skillsOf(db, [viewerId, ...ids]), await intentsOf(db, [viewerId, ...ids])];
  const zones = await shownZonesOf(db, ids);
  const own = { skills: skills.get(viewerId), lookingFor: intents.get(viewerId), timeZone: ownZone };
  const now = Date.now();
  return rows.map((row) => {
    const [lookingFor, timeZone] = [intents.get(row.id), zones.get(row.id)];
    const person = {
      ...presentUser(row, skills.get(row.id) ?? []),
      ...(lookingFor && { lookingFor }),
      ...(timeZone !== undefined && { timeZone }),
    };
    return { ...person, reasons: matchReasons(own, person, now) };
  });
}

import { sql } from 'kysely';
import { day } from '#shared/durations.ts';
import { waitInWords } from '#shared/wait-in-words.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { NewAskRow } from '#upstream/db/schema.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Retention } from '#upstream/jobs/retention.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { visibleTo } from '../safety/visible-to.ts';

/** Rows older than this no longer count and are deleted. */
export const newAsksKeptMs = day;

export interface NewAsk {
  byId: string;
  forId: string;
  now: number;
}

/** How many people an account of this age may ask for the first time in 24 hours. */
export function newAsksADay(quotas: Quotas, ageMs: number): number {
  if (ageMs < 7 * day) return quotas.newAsksFirstWeek;
  return ageMs < 30 * day ? quotas.newAsksFirstMonth : quotas.newAsks;
}

/**
 * Counts a person whom `byId` is about to ask, for 24 hours, whatever becomes of the request. Asking the same person
 * again in that time costs nothing. Throws 409 `quota_reached` where none is left. A place is taken in one statement:
 * of two asks at the same moment, also at two instances, the second one finds it taken and looks for another.
 */
export async function countNewAsk(trx: Trx, quotas: Quotas, { byId, forId, now }: NewAsk): Promise<void> {
  const { created_at } = await trx
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', byId)
    .executeTakeFirstOrThrow();
  const allowed = newAsksADay(quotas, now - created_at);
  for (;;) {
    const counted = await trx
      .selectFrom('new_asks')
      .select(['place', 'for_id', 'asked_at'])
      .where('by_id', '=', byId)
      .where('asked_at', '>', now - day)
      .orderBy('asked_at', 'desc')
      .execute();
    if (counted.some((row) => row.for_id === forId)) return;
    // The last one that still counts among as many as are allowed: with it, the next ask becomes possible.
    const last = counted[allowed - 1];
    if (last) throw noAskLeft(allowed, last.asked_at + day - now);
    if (await takePlace(trx, firstFree(counted), { byId, forId, now })) return;
  }
}

function firstFree(counted: readonly { place: number }[]): number {
  const taken = new Set(counted.map(({ place }) => place));
  let place = 0;
  while (taken.has(place)) place += 1;
  return place;
}

/** False where another ask has taken the place meanwhile. */
async function takePlace(trx: Trx, place: number, { byId, forId, now }: NewAsk): Promise<boolean> {
  const taken = await trx
    .insertInto('new_asks')
    .values({ by_id: byId, place, for_id: forId, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['by_id', 'place'])
        .doUpdateSet({ for_id: forId, asked_at: now })
        .where('new_asks.asked_at', '<=', now - day),
    )
    .returning('place')
    .executeTakeFirst();
  return taken !== undefined;
}

function noAskLeft(limit: number, waitMs: number): ApiError {
  const message = `You can ask ${limit} new people in 24 hours. You can ask again in ${waitInWords(waitMs)}.`;
  return new ApiError('quota_reached', message, {
    limit,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/** As many as a day has, for the export: whom the person has asked. */
export function newAsksOf(db: Db, userId: string): Promise<Pick<NewAskRow, 'for_id' | 'asked_at'>[]> {
  return db
    .selectFrom('new_asks')
    .select(['for_id', 'asked_at'])
    .where('by_id', '=', userId)
    .where(visibleTo(userId, 'new_asks.for_id'))
    .orderBy('asked_at')
    .execute();
}

export const oldNewAsks: Retention = {
  name: 'new asks',
  table: 'new_asks',
  keys: ['by_id', 'place'],
  age: sql`asked_at`,
  expired: (now) => sql`asked_at < ${now - newAsksKeptMs}`,
  index: 'new_asks_by_time',
  what: 'Whom somebody has asked for the first time',
  keptFor: 'a day',
};

/** For the account that is deleted: whom it has asked, and who has asked it. */
export async function deleteNewAsksOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('new_asks').where('by_id', '=', userId).execute();
  await trx.deleteFrom('new_asks').where('for_id', '=', userId).execute();
}

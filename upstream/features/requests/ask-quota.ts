import { sql } from 'kysely';
import { waitInWords } from '#platform/wait-in-words.ts';
import { day } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { NoticeLimitRow } from '#upstream/db/schema.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { requireOpenTo } from '../preferences/reserve.ts';
import { visibleTo } from '../visibility/people.ts';

/** How many people an account of this age may ask for the first time in 24 hours. */
export function newAsksADay(quotas: Quotas, ageMs: number): number {
  if (ageMs < 7 * day) return quotas.newAsksFirstWeek;
  return ageMs < 30 * day ? quotas.newAsksFirstMonth : quotas.newAsks;
}

/** Whether a person may ask another whom they are not connected with; throws where they may not. `limit` is about requests. */
export async function requireFirstContact(trx: Trx, quotas: Quotas, limit: NoticeLimitRow, now: number): Promise<void> {
  await requireOpenTo(trx, limit.by_id, limit.for_id);
  await countNewAsk(trx, quotas, limit, now);
}

/**
 * Counts the person whom the asker of `limit` is about to ask, for 24 hours, whatever becomes of the request. Asking the
 * same person again in that time costs nothing. Throws 409 `quota_reached` where no ask is left.
 */
async function countNewAsk(trx: Trx, quotas: Quotas, limit: NoticeLimitRow, now: number): Promise<void> {
  if (limit.asked_at > now - day) return;
  const { created_at } = await trx
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', limit.by_id)
    .executeTakeFirstOrThrow();
  const allowed = newAsksADay(quotas, now - created_at);
  // The last one that still counts among as many as are allowed: with it, the next ask becomes possible.
  const last = await asksSince(trx, limit.by_id, now - day)
    .orderBy('asked_at', 'desc')
    .offset(allowed - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) throw noAskLeft(allowed, last.asked_at + day - now);
  await trx
    .updateTable('notice_limits')
    .set({ asked_at: now })
    .where('by_id', '=', limit.by_id)
    .where('for_id', '=', limit.for_id)
    .where('about', '=', limit.about)
    .execute();
}

function asksSince(db: Db, byId: string, since: number) {
  return db
    .selectFrom('notice_limits')
    .select(['for_id', 'asked_at'])
    .where('by_id', '=', byId)
    .where('asked_at', '>', since);
}

function noAskLeft(limit: number, waitMs: number): ApiError {
  const message = `You can ask ${limit} new people in 24 hours. You can ask again in ${waitInWords(waitMs)}.`;
  return new ApiError('quota_reached', message, {
    limit,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/** For the export: whom the person has asked in the last day. */
export function newAsksOf(db: Db, userId: string, now: number) {
  return asksSince(db, userId, now - day)
    .where(visibleTo(userId, 'notice_limits.for_id'))
    .orderBy(sql`asked_at`)
    .execute();
}

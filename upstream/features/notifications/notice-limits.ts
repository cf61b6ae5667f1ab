import { day } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { NoticeLimitRow } from '#upstream/db/schema.ts';

/** A person causes at most one notification of another in this time, about the same thing. */
const oneNoticeMs = day;

/** The asker, the receiver and the subject: `request`, `connected`, or the id of a project. */
export interface NoticeKey {
  byId: string;
  forId: string;
  about: string;
}

/** The pair's row, created if missing, locked until the transaction ends. */
export function holdNoticeLimit(trx: Trx, { byId, forId, about }: NoticeKey): Promise<NoticeLimitRow> {
  return trx
    .insertInto('notice_limits')
    .values({ by_id: byId, for_id: forId, about, told_at: 0, withdrawn_at: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['by_id', 'for_id', 'about'])
        .doUpdateSet((row) => ({ told_at: row.ref('notice_limits.told_at') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function mayTell({ told_at }: NoticeLimitRow, now: number): boolean {
  return told_at <= now - oneNoticeMs;
}

export async function noteTold(trx: Trx, limit: NoticeLimitRow, toldAt: number): Promise<void> {
  await trx
    .updateTable('notice_limits')
    .set({ told_at: toldAt })
    .where('by_id', '=', limit.by_id)
    .where('for_id', '=', limit.for_id)
    .where('about', '=', limit.about)
    .execute();
}

/** The person has taken an ask back, or was removed: invitations of before work for them no more. */
export async function noteWithdrawal(trx: Trx, { byId, forId, about }: NoticeKey, now: number): Promise<void> {
  await trx
    .insertInto('notice_limits')
    .values({ by_id: byId, for_id: forId, about, told_at: 0, withdrawn_at: now })
    .onConflict((conflict) => conflict.columns(['by_id', 'for_id', 'about']).doUpdateSet({ withdrawn_at: now }))
    .execute();
}

/** When the asker has last taken something back, or was removed; 0 for never. */
export async function lastWithdrawal(db: Db, { byId, forId, about }: NoticeKey): Promise<number> {
  const row = await db
    .selectFrom('notice_limits')
    .select('withdrawn_at')
    .where('by_id', '=', byId)
    .where('for_id', '=', forId)
    .where('about', '=', about)
    .executeTakeFirst();
  return row?.withdrawn_at ?? 0;
}

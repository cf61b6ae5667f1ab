import type { Trx } from '#upstream/db/connection.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { noteWithdrawal } from '../notifications/notice-limits.ts';
import { removeNotice } from '../notifications/notification-store.ts';
import { seenBy, senderSince } from './request-view.ts';

export type WithdrawOutcome = { kind: 'withdrawn'; toId: string } | { kind: 'connected' } | { kind: 'not-found' };

/**
 * Withdraws a request, or takes back an `ignored`. A pending and a rejected request take the same statements, so that
 * neither the answer nor its time tells them apart.
 */
export async function withdraw(trx: Trx, requestId: string, viewerId: string, now: number): Promise<WithdrawOutcome> {
  const row = await lockOwn(trx, requestId, viewerId);
  if (!row) return { kind: 'not-found' };
  const seen = seenBy(row, viewerId);
  if (seen === 'connected') return { kind: 'connected' };
  if (seen !== 'asked' && seen !== 'ignored') return { kind: 'not-found' };
  const toId = row.from_id === viewerId ? row.to_id : row.from_id;
  await takeBack(trx, row, viewerId, now);
  if (seen === 'asked') {
    await noteWithdrawal(trx, { byId: viewerId, forId: toId, about: 'request' }, now);
    await removeNotice(trx, { userId: toId, kind: 'request', subject: viewerId });
  }
  return { kind: 'withdrawn', toId };
}

/** One write, whatever the other person has decided meanwhile. */
async function takeBack(trx: Trx, row: RequestRow, viewerId: string, now: number): Promise<void> {
  if (row.from_id !== viewerId) await change(trx, row.id, { back_id: null, back_at: null });
  else if (row.status === 'rejected')
    await change(trx, row.id, { withdrawn: senderSince.withdrew, updated_at: now, note: '' });
  else if (row.back_id === null) await trx.deleteFrom('requests').where('id', '=', row.id).execute();
  else
    await change(trx, row.id, {
      id: row.back_id,
      from_id: row.to_id,
      to_id: row.from_id,
      status: 'ignored',
      created_at: row.back_at ?? row.created_at,
      updated_at: row.back_at ?? row.created_at,
      back_id: null,
      back_at: null,
      note: '',
    });
}

async function change(trx: Trx, id: string, values: Partial<RequestRow>): Promise<void> {
  await trx.updateTable('requests').set(values).where('id', '=', id).execute();
}

/**
 * The caller's request or `ignored` of this id, which may be kept beside the other person's `ignored`. An update
 * without changes locks the row on both engines; SQLite has no `for update`.
 */
function lockOwn(trx: Trx, requestId: string, viewerId: string): Promise<RequestRow | undefined> {
  return trx
    .updateTable('requests')
    .set((builder) => ({ withdrawn: builder.ref('withdrawn') }))
    .where(({ and, eb, or }) =>
      or([
        and([eb('id', '=', requestId), eb('from_id', '=', viewerId)]),
        and([eb('back_id', '=', requestId), eb('to_id', '=', viewerId), eb('status', '=', 'ignored')]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

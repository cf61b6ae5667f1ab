import type { Review } from '#shared/api/requests.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { pairOf } from '#upstream/ids.ts';
import { markNoticeRead, removeNotice, removeNoticesBetween } from '../notifications/notification-store.ts';
import { isHere, isThereFor } from '../visibility/people.ts';
import { notifyConnected } from './decide.ts';

export type ReviewOutcome =
  | {
      kind: 'reviewed';
      row: RequestRow;
      /** The sender's notification of an acceptance; undefined when none was due. */
      notificationId: string | undefined;
    }
  | { kind: 'too-late' }
  | { kind: 'not-found' };

/** Accepts or rejects a request to `viewerId`, in one statement, so the first review wins. */
export async function review(
  trx: Trx,
  { requestId, viewerId, status, now }: { requestId: string; viewerId: string; status: Review; now: number },
): Promise<ReviewOutcome> {
  const row = await trx
    .updateTable('requests')
    .set({ status, updated_at: now })
    .where('id', '=', requestId)
    .where('to_id', '=', viewerId)
    .where('status', '=', 'interested')
    .where(isThereFor(viewerId, 'requests.from_id'))
    .returningAll()
    .executeTakeFirst();
  if (row) return { kind: 'reviewed', row, notificationId: await settle(trx, row, now) };
  const found = await trx
    .selectFrom('requests')
    .select('id')
    .where('id', '=', requestId)
    .where('to_id', '=', viewerId)
    .where('status', '<>', 'ignored')
    .where(isThereFor(viewerId, 'requests.from_id'))
    .executeTakeFirst();
  return { kind: found ? 'too-late' : 'not-found' };
}

/** The receiver's notification is answered, or gone; the sender is told of an acceptance only. */
async function settle(trx: Trx, row: RequestRow, now: number): Promise<string | undefined> {
  const notice = { userId: row.to_id, kind: 'request', subject: row.from_id } as const;
  if (row.status === 'rejected') {
    await removeNotice(trx, notice);
    return undefined;
  }
  await markNoticeRead(trx, { ...notice, now });
  return notifyConnected(trx, { byId: row.to_id, toId: row.from_id, now });
}

/** Ends a connection, whichever of the two asked for it. False when there is none. */
export async function disconnect(trx: Trx, a: string, b: string): Promise<boolean> {
  const pair = pairOf(a, b);
  const deleted = await trx
    .deleteFrom('requests')
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await removeNoticesBetween(trx, a, b);
  return true;
}

export async function areConnected(db: Db, a: string, b: string): Promise<boolean> {
  return (await connectionOf(db, a, b).executeTakeFirst()) !== undefined;
}

/** Whether the two are connected, and neither is suspended or leaving. */
export async function mayTalk(db: Db, a: string, b: string): Promise<boolean> {
  const between = connectionOf(db, a, b).where(isHere('requests.from_id')).where(isHere('requests.to_id'));
  return (await between.executeTakeFirst()) !== undefined;
}

function connectionOf(db: Db, a: string, b: string) {
  const pair = pairOf(a, b);
  return db
    .selectFrom('requests')
    .select('id')
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .where('status', '=', 'accepted');
}

/** Filters these people down to those connected to the person. */
export async function connectedAmong(db: Db, userId: string, otherIds: readonly string[]): Promise<string[]> {
  const pairs = [...new Set(otherIds)].filter((id) => id !== userId).map((id) => pairOf(userId, id));
  const lows = pairs.filter(({ high }) => high === userId).map(({ low }) => low);
  const highs = pairs.filter(({ low }) => low === userId).map(({ high }) => high);
  const accepted = db.selectFrom('requests').where('status', '=', 'accepted');
  const found = await Promise.all([
    lows.length === 0
      ? []
      : accepted.select('pair_low as id').where('pair_high', '=', userId).where('pair_low', 'in', lows).execute(),
    highs.length === 0
      ? []
      : accepted.select('pair_high as id').where('pair_low', '=', userId).where('pair_high', 'in', highs).execute(),
  ]);
  return found.flat().map((row) => row.id);
}

/** Everybody whom the person is connected with. */
export async function connectedWith(db: Db, userId: string): Promise<string[]> {
  const accepted = db.selectFrom('requests').where('status', '=', 'accepted');
  const found = await Promise.all([
    accepted.select('to_id as id').where('from_id', '=', userId).execute(),
    accepted.select('from_id as id').where('to_id', '=', userId).execute(),
  ]);
  return found.flat().map((row) => row.id);
}

import type { ConnectionRequest, Decision, Review } from '#shared/api/requests.ts';
import type { Db, Trx } from '#upstream/db/connect.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { pairOf } from '#upstream/ids.ts';
import { newRequest } from './new-request.ts';

/** The request as `viewerId` may see it: a rejection is not shown to the sender. */
export function presentRequest(row: RequestRow, viewerId: string): ConnectionRequest {
  return {
    _id: row.id,
    fromUserID: row.from_id,
    toUserID: row.to_id,
    status: row.status === 'rejected' && row.from_id === viewerId ? 'interested' : row.status,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(
      row.status === 'rejected' && row.from_id === viewerId ? row.created_at : row.updated_at,
    ).toISOString(),
  };
}

export type Outcome = { kind: 'requested' | 'connected' | 'ignored'; row: RequestRow } | { kind: 'already-related' };

/**
 * One person's decision on another. The first to insert the pair's row is the sender; all later decisions update that
 * row under its lock.
 */
export async function decide(
  trx: Trx,
  decision: { fromId: string; toId: string; status: Decision; now: number },
): Promise<Outcome> {
  const { fromId, toId, status, now } = decision;
  const inserted = await trx
    .insertInto('requests')
    .values(newRequest({ fromId, toId, status, askedAt: now }))
    .onConflict((conflict) => conflict.columns(['pair_low', 'pair_high']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { kind: status === 'interested' ? 'requested' : 'ignored', row: inserted };
  const row = await lockPair(trx, pairOf(fromId, toId));
  // The row was withdrawn between insert and lock: the caller can ask again.
  if (!row) return { kind: 'already-related' };
  return status === 'interested' ? showInterestAgain(trx, row, fromId, now) : ignoreAgain(row, fromId);
}

/** An update without changes locks the row on both engines; SQLite has no `for update`. */
async function lockPair(trx: Trx, pair: { low: string; high: string }): Promise<RequestRow | undefined> {
  await trx
    .updateTable('requests')
    .set((builder) => ({ withdrawn: builder.ref('withdrawn') }))
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .execute();
  return trx
    .selectFrom('requests')
    .selectAll()
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .executeTakeFirst();
}

async function showInterestAgain(trx: Trx, row: RequestRow, fromId: string, now: number): Promise<Outcome> {
  const mine = row.from_id === fromId;
  // The other person asked first (even if that request was rejected): now both want to connect.
  if (!mine && (row.status === 'interested' || row.status === 'rejected') && row.withdrawn === 0)
    return { kind: 'connected', row: await update(trx, row.id, { status: 'accepted', updated_at: now }) };
  // One of them ignored the other: start over with a new request. The ignored person never learns of it.
  if (row.status === 'ignored' || (!mine && row.status === 'rejected')) {
    const toId = mine ? row.to_id : row.from_id;
    const asked = {
      from_id: fromId,
      to_id: toId,
      status: 'interested',
      withdrawn: 0,
      created_at: now,
      updated_at: now,
    } as const;
    return { kind: 'requested', row: await update(trx, row.id, asked) };
  }
  // Rejected, withdrawn and requested again: still rejected, and still shown as pending to the sender.
  if (mine && row.withdrawn === 1)
    return { kind: 'ignored', row: await update(trx, row.id, { withdrawn: 0, created_at: now }) };
  return { kind: 'already-related' };
}

function ignoreAgain(row: RequestRow, fromId: string): Outcome {
  return row.status === 'ignored' && row.from_id === fromId ? { kind: 'ignored', row } : { kind: 'already-related' };
}

function update(trx: Trx, id: string, values: Partial<RequestRow>): Promise<RequestRow> {
  return trx.updateTable('requests').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export type ReviewOutcome = { kind: 'reviewed'; row: RequestRow } | { kind: 'too-late' } | { kind: 'not-found' };

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
    .returningAll()
    .executeTakeFirst();
  if (row) return { kind: 'reviewed', row };
  const found = await trx
    .selectFrom('requests')
    .select('id')
    .where('id', '=', requestId)
    .where('to_id', '=', viewerId)
    .where('status', '<>', 'ignored')
    .executeTakeFirst();
  return { kind: found ? 'too-late' : 'not-found' };
}

export type WithdrawOutcome = 'withdrawn' | 'connected' | 'not-found';

/** Withdraws a request, or takes back an `ignored`. */
export async function withdraw(trx: Trx, requestId: string, viewerId: string, now: number): Promise<WithdrawOutcome> {
  const deleted = await trx
    .deleteFrom('requests')
    .where('id', '=', requestId)
    .where('from_id', '=', viewerId)
    .where('status', 'in', ['interested', 'ignored'])
    .executeTakeFirst();
  if (deleted.numDeletedRows > 0n) return 'withdrawn';
  // Rejected, which the sender does not know: hide it from their list, but keep it rejected.
  const hidden = await trx
    .updateTable('requests')
    .set({ withdrawn: 1, updated_at: now })
    .where('id', '=', requestId)
    .where('from_id', '=', viewerId)
    .where('status', '=', 'rejected')
    .where('withdrawn', '=', 0)
    .executeTakeFirst();
  if (hidden.numUpdatedRows > 0n) return 'withdrawn';
  const accepted = await trx
    .selectFrom('requests')
    .select('id')
    .where('id', '=', requestId)
    .where('from_id', '=', viewerId)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  return accepted ? 'connected' : 'not-found';
}

/** Ends a connection, whichever of the two asked for it. False when there is none. */
export async function disconnect(db: Db, a: string, b: string): Promise<boolean> {
  const pair = pairOf(a, b);
  const deleted = await db
    .deleteFrom('requests')
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function areConnected(db: Db, a: string, b: string): Promise<boolean> {
  const pair = pairOf(a, b);
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('pair_low', '=', pair.low)
    .where('pair_high', '=', pair.high)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  return row !== undefined;
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

import type { Decision } from '#shared/api/requests.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { NoticeLimitRow, RequestRow } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { holdNoticeLimit, mayTell, noteTold, refuseTooSoon } from '../notifications/notice-limits.ts';
import { markNoticeRead, notify } from '../notifications/notification-store.ts';
import { requireFirstContact } from './first-contact.ts';
import { newRequest } from './new-request.ts';
import { seenBy, senderSince } from './request-view.ts';

export type Outcome =
  | {
      kind: 'requested' | 'connected' | 'ignored';
      row: RequestRow;
      /** The notification of the other person; undefined when none was due. */
      notificationId?: string | undefined;
    }
  | { kind: 'already-related' };

interface Decided {
  fromId: string;
  toId: string;
  now: number;
  quotas: Quotas;
  /** What the person says with their interest. */
  note?: string | undefined;
}

/**
 * One person's decision on another. The pair has one row; every decision locks it first. Each path that depends on
 * what the other person has secretly decided runs the same statements, so that its time tells nothing.
 */
export async function decide(trx: Trx, decision: Decided & { status: Decision }): Promise<Outcome> {
  return decision.status === 'interested' ? ask(trx, decision) : ignore(trx, decision);
}

async function ask(trx: Trx, decided: Decided): Promise<Outcome> {
  const { fromId, toId, now, quotas } = decided;
  const limit = await holdNoticeLimit(trx, { byId: fromId, forId: toId, about: 'request' });
  const row = await lockPair(trx, fromId, toId);
  const seen = seenBy(row, fromId);
  if (row && (seen === 'asks-me' || (seen === 'rejected-by-me' && row.withdrawn === senderSince.nothing)))
    return connect(trx, row, decided);
  if (seen === 'connected' || seen === 'asked') return { kind: 'already-related' };
  refuseTooSoon(limit, now);
  await requireFirstContact(trx, quotas, { byId: fromId, forId: toId, now });
  const stored = row ? await askAgain(trx, row, decided) : await insert(trx, decided, 'interested');
  // The other person has decided at the same moment, and their row was first.
  if (!stored) return ask(trx, decided);
  return { kind: 'requested', row: stored, notificationId: await tellAsked(trx, stored, limit, now) };
}

/** Tells the receiver at most once a day; never of a request that they have rejected before. */
async function tellAsked(trx: Trx, row: RequestRow, limit: NoticeLimitRow, now: number): Promise<string | undefined> {
  const isTold = row.status === 'interested' && mayTell(limit, now);
  await noteTold(trx, limit, isTold ? now : limit.told_at);
  return notify(trx, { userId: row.to_id, kind: 'request', subject: row.from_id, actorId: row.from_id, now, isTold });
}

/** Both want to connect now, which answers the notification of the other person's request. */
async function connect(trx: Trx, row: RequestRow, { fromId, toId, now }: Decided): Promise<Outcome> {
  const connected = await update(trx, row.id, { status: 'accepted', withdrawn: 0, updated_at: now, ...noBack });
  await markNoticeRead(trx, { userId: fromId, kind: 'request', subject: toId, now });
  return { kind: 'connected', row: connected, notificationId: await notifyConnected(trx, { byId: fromId, toId, now }) };
}

/** Tells `toId` at most once a day that `byId` has accepted. */
export async function notifyConnected(
  trx: Trx,
  { byId, toId, now }: { byId: string; toId: string; now: number },
): Promise<string | undefined> {
  const limit = await holdNoticeLimit(trx, { byId, forId: toId, about: 'connected' });
  const isTold = mayTell(limit, now);
  await noteTold(trx, limit, isTold ? now : limit.told_at);
  return notify(trx, { userId: toId, kind: 'connected', subject: byId, actorId: byId, now, isTold });
}

/**
 * Asks over a row that the sender does not know of, or knows as done with: it gets a new id and time, as a first
 * request has. What the receiver has rejected stays rejected; what they ignored stays noted for a withdrawal.
 */
function askAgain(trx: Trx, row: RequestRow, { fromId, toId, now, note = '' }: Decided): Promise<RequestRow> {
  const times = { id: newId(now), created_at: now, updated_at: now, note };
  if (row.from_id === fromId && row.status === 'rejected')
    return update(trx, row.id, { ...times, withdrawn: senderSince.nothing });
  const asked = { ...times, from_id: fromId, to_id: toId, status: 'interested', withdrawn: 0 } as const;
  return update(trx, row.id, { ...asked, ...receiverIgnored(row, fromId) });
}

/** What the receiver of the new request has ignored before: their row, or what was kept beside the caller's. */
function receiverIgnored(row: RequestRow, fromId: string): Pick<RequestRow, 'back_id' | 'back_at'> {
  if (row.from_id === fromId) return row.status === 'ignored' ? { back_id: row.back_id, back_at: row.back_at } : noBack;
  const isIgnored = row.status === 'ignored' || row.withdrawn === senderSince.ignored;
  return isIgnored ? { back_id: row.id, back_at: row.created_at } : noBack;
}

async function ignore(trx: Trx, decided: Decided): Promise<Outcome> {
  const { fromId, toId, now } = decided;
  const row = await lockPair(trx, fromId, toId);
  const seen = seenBy(row, fromId);
  if (row && seen === 'ignored') return { kind: 'ignored', row };
  if (seen !== 'nothing') return { kind: 'already-related' };
  const stored = row ? await ignoreToo(trx, row, fromId, now) : await insert(trx, decided, 'ignored');
  return stored ? { kind: 'ignored', row: stored } : ignore(trx, decided);
}

/** Ignores somebody who has rejected or ignored the caller, which the caller does not know and must not undo. */
function ignoreToo(trx: Trx, row: RequestRow, fromId: string, now: number): Promise<RequestRow> {
  if (row.from_id === fromId)
    return update(trx, row.id, { id: newId(now), created_at: now, withdrawn: senderSince.ignored, note: '' });
  return update(trx, row.id, { back_id: newId(now), back_at: now });
}

const noBack = { back_id: null, back_at: null } as const;

function insert(trx: Trx, { fromId, toId, now, note }: Decided, status: Decision): Promise<RequestRow | undefined> {
  return trx
    .insertInto('requests')
    .values(newRequest({ fromId, toId, status, askedAt: now, note: status === 'interested' ? note : undefined }))
    .onConflict((conflict) => conflict.columns(['pair_low', 'pair_high']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** An update without changes locks the row on both engines; SQLite has no `for update`. */
function lockPair(trx: Trx, one: string, other: string): Promise<RequestRow | undefined> {
  const { low, high } = pairOf(one, other);
  return trx
    .updateTable('requests')
    .set((builder) => ({ withdrawn: builder.ref('withdrawn') }))
    .where('pair_low', '=', low)
    .where('pair_high', '=', high)
    .returningAll()
    .executeTakeFirst();
}

function update(trx: Trx, id: string, values: Partial<RequestRow>): Promise<RequestRow> {
  return trx.updateTable('requests').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

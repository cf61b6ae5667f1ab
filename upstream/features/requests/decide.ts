import type { Decision, Review } from '#shared/api/requests.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import type { ConnectionRow, DecisionRow, NoticeLimitRow } from '#upstream/db/schema.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { holdNoticeLimit, mayTell, noteTold } from '../notifications/notice-limits.ts';
import { markNoticeRead, notify, removeNotice, removeNoticesBetween } from '../notifications/notification-store.ts';
import { lockUsers } from '../people/people-store.ts';
import { isThereFor } from '../visibility/people.ts';
import { requireFirstContact } from './ask-quota.ts';
import { isOfTwo, relationOf, seenOf } from './relations.ts';

export type Outcome =
  | { kind: 'requested'; decision: DecisionRow; notificationId: string | undefined }
  | { kind: 'ignored'; decision: DecisionRow }
  | ({ kind: 'connected' } & Connected)
  | { kind: 'already-related' };

interface Connected {
  connection: ConnectionRow;
  /** The notification of the other person; undefined when none was due. */
  notificationId: string | undefined;
}

interface Decided {
  fromId: string;
  toId: string;
  now: number;
  quotas: Quotas;
  /** The note with the interest. */
  note?: string | undefined;
}

/**
 * One person's decision about another, in a transaction that has locked both. Each path that depends on what the other
 * person has secretly decided runs the same statements, so that its time tells nothing.
 */
export async function decide(trx: Trx, decided: Decided & { status: Decision }): Promise<Outcome> {
  const { fromId, toId, now } = decided;
  if (decided.status === 'interested') return ask(trx, decided);
  const relation = await relationOf(trx, fromId, toId);
  const seen = seenOf(relation);
  if (relation.own && seen === 'ignored') return { kind: 'ignored', decision: relation.own };
  if (seen !== 'nothing') return { kind: 'already-related' };
  return { kind: 'ignored', decision: await store(trx, { byId: fromId, aboutId: toId, kind: 'ignored', now }) };
}

async function ask(trx: Trx, decided: Decided): Promise<Outcome> {
  const { fromId, toId, now, quotas, note } = decided;
  const limit = await holdNoticeLimit(trx, { byId: fromId, forId: toId, about: 'request' });
  const relation = await relationOf(trx, fromId, toId);
  const { own, theirs } = relation;
  if (theirs?.kind === 'asked') return { kind: 'connected', ...(await accept(trx, theirs, now)) };
  if (seenOf(relation) === 'connected' || own?.kind === 'asked') return { kind: 'already-related' };
  await requireFirstContact(trx, quotas, limit, now);
  const decision = await store(trx, { byId: fromId, aboutId: toId, kind: 'asked', now, note });
  const isTold = theirs?.kind !== 'rejected' && mayTell(limit, now);
  return { kind: 'requested', decision, notificationId: await tellAsked(trx, decision, { limit, isTold, now }) };
}

/** Tells the receiver at most once a day; never of a request of somebody whom they have rejected before. */
async function tellAsked(
  trx: Trx,
  { by_id, about_id }: DecisionRow,
  { limit, isTold, now }: { limit: NoticeLimitRow; isTold: boolean; now: number },
): Promise<string | undefined> {
  await noteTold(trx, limit, isTold ? now : limit.told_at);
  return notify(trx, { userId: about_id, kind: 'request', subject: by_id, actorId: by_id, now, isTold });
}

/** Replaces what the person has decided before: the new decision has an id and a time of its own. */
function store(
  trx: Trx,
  decision: { byId: string; aboutId: string; kind: DecisionRow['kind']; now: number; note?: string | undefined },
): Promise<DecisionRow> {
  const { byId, aboutId, kind, now, note = '' } = decision;
  const row = { id: newId(now), kind, note, at: now };
  return trx
    .insertInto('decisions')
    .values({ ...row, by_id: byId, about_id: aboutId })
    .onConflict((conflict) => conflict.columns(['by_id', 'about_id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Connects the person who asks with the one who is asked, and tells the first. */
async function accept(trx: Trx, asked: DecisionRow, now: number): Promise<Connected> {
  const connection = await connect(trx, { asked, fromId: asked.by_id, toId: asked.about_id, now });
  await markNoticeRead(trx, { userId: asked.about_id, kind: 'request', subject: asked.by_id, now });
  const notificationId = await notifyConnected(trx, { byId: asked.about_id, toId: asked.by_id, now });
  return { connection, notificationId };
}

/** A connection takes the place of what the two had decided. It keeps the id and the note of the request. */
async function connect(
  trx: Trx,
  { asked, fromId, toId, now }: { asked?: DecisionRow | undefined; fromId: string; toId: string; now: number },
): Promise<ConnectionRow> {
  await trx.deleteFrom('decisions').where(isOfTwo(fromId, toId)).execute();
  const { low, high } = pairOf(fromId, toId);
  const request = { id: asked?.id ?? newId(now), note: asked?.note ?? '' };
  return trx
    .insertInto('connections')
    .values({ ...request, low_id: low, high_id: high, from_id: asked?.by_id ?? fromId, at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
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
 * Connects two people whatever their relation was, because accepting a project member is consent of both. The caller has
 * locked both. Returns the connection's id, or undefined when they were already connected.
 */
export async function connectPeople(
  trx: Trx,
  { askedId, acceptedId, now }: { askedId: string; acceptedId: string; now: number },
): Promise<string | undefined> {
  const { connection, own, theirs } = await relationOf(trx, askedId, acceptedId);
  if (connection) return undefined;
  const asked = [own, theirs].find((decision) => decision?.kind === 'asked');
  const { id } = await connect(trx, { asked, fromId: askedId, toId: acceptedId, now });
  // The connection answers a request between the two, in whichever direction it went.
  await markNoticeRead(trx, { userId: askedId, kind: 'request', subject: acceptedId, now });
  await markNoticeRead(trx, { userId: acceptedId, kind: 'request', subject: askedId, now });
  return id;
}

export type ReviewOutcome =
  | ({ kind: 'accepted'; asked: DecisionRow } & Connected)
  | { kind: 'rejected'; asked: DecisionRow }
  | { kind: 'too-late' }
  | { kind: 'not-found' };

/** Accepts or rejects a request to `viewerId`; the first review wins. */
export async function review(
  trx: Trx,
  engine: Engine,
  { requestId, viewerId, status, now }: { requestId: string; viewerId: string; status: Review; now: number },
): Promise<ReviewOutcome> {
  const request = trx.selectFrom('decisions').where('id', '=', requestId).where('about_id', '=', viewerId);
  const found = await request.select('by_id').executeTakeFirst();
  if (found) await lockUsers(trx, engine, [found.by_id, viewerId]);
  const asked = await request
    .selectAll()
    .where('kind', '=', 'asked')
    .where(isThereFor(viewerId, 'decisions.by_id'))
    .executeTakeFirst();
  if (!asked) return (await isAccepted(trx, requestId, viewerId)) ? { kind: 'too-late' } : { kind: 'not-found' };
  const { own } = await relationOf(trx, viewerId, asked.by_id);
  if (own?.kind === 'rejected') return { kind: 'too-late' };
  if (status === 'accepted') return { kind: 'accepted', asked, ...(await accept(trx, asked, now)) };
  await store(trx, { byId: viewerId, aboutId: asked.by_id, kind: 'rejected', now });
  await removeNotice(trx, { userId: viewerId, kind: 'request', subject: asked.by_id });
  return { kind: 'rejected', asked };
}

async function isAccepted(trx: Trx, requestId: string, viewerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('connections')
    .select('id')
    .where('id', '=', requestId)
    .where('from_id', '<>', viewerId)
    .where(({ or }) => or({ low_id: viewerId, high_id: viewerId }))
    .where(isThereFor(viewerId, 'connections.from_id'))
    .executeTakeFirst();
  return row !== undefined;
}

export type WithdrawOutcome = { kind: 'withdrawn'; toId: string } | { kind: 'connected' } | { kind: 'not-found' };

/**
 * Withdraws a request, or takes back an `ignored`. A pending and a rejected request take the same statements, so that
 * neither the answer nor its time tells them apart.
 */
export async function withdraw(
  trx: Trx,
  engine: Engine,
  { requestId, viewerId }: { requestId: string; viewerId: string },
): Promise<WithdrawOutcome> {
  const found = await trx
    .selectFrom('decisions')
    .select('about_id')
    .where('id', '=', requestId)
    .where('by_id', '=', viewerId)
    .executeTakeFirst();
  if (found) await lockUsers(trx, engine, [viewerId, found.about_id]);
  const relation = found && (await relationOf(trx, viewerId, found.about_id));
  const seen = relation && seenOf(relation);
  // Looked up in each case: the other person may have accepted it meanwhile.
  const accepted = await trx
    .selectFrom('connections')
    .select('id')
    .where('id', '=', requestId)
    .where('from_id', '=', viewerId)
    .executeTakeFirst();
  if (accepted) return { kind: 'connected' };
  if (relation?.own?.id !== requestId || (seen !== 'asked' && seen !== 'ignored')) return { kind: 'not-found' };
  const toId = relation.own.about_id;
  await trx.deleteFrom('decisions').where('id', '=', requestId).execute();
  if (seen === 'asked') await removeNotice(trx, { userId: toId, kind: 'request', subject: viewerId });
  return { kind: 'withdrawn', toId };
}

/** Ends a connection, whichever of the two asked for it. False when there is none. */
export async function disconnect(trx: Trx, one: string, other: string): Promise<boolean> {
  if (!(await deleteConnection(trx, one, other))) return false;
  await removeNoticesBetween(trx, one, other);
  return true;
}

async function deleteConnection(trx: Trx, one: string, other: string): Promise<boolean> {
  const { low, high } = pairOf(one, other);
  const deleted = await trx
    .deleteFrom('connections')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/**
 * Ends what is between two people, of whom one blocks the other. Returns whether they were connected. Refusals stay:
 * otherwise a block that is taken back at once would let the refused person ask again.
 */
export async function endRelation(trx: Trx, one: string, other: string): Promise<boolean> {
  await trx.deleteFrom('decisions').where(isOfTwo(one, other)).where('kind', '<>', 'rejected').execute();
  return deleteConnection(trx, one, other);
}

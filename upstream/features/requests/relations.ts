import { type ExpressionBuilder, sql } from 'kysely';
import type { ConnectionRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ConnectionRow, Database, DecisionRow } from '#upstream/db/schema.ts';
import { pairOf } from '#upstream/ids.ts';
import { iso } from '#upstream/iso.ts';
import { isHere } from '../visibility/people.ts';

/** The relation of two people as one of them may know it. A rejection or an `ignored` of the other never shows. */
export type Seen = 'nothing' | 'asked' | 'ignored' | 'asks-me' | 'rejected-by-me' | 'connected';

/** The decisions of two people about each other. Of `theirs` the viewer may only know that they ask. */
export interface Relation {
  connection: ConnectionRow | undefined;
  own: DecisionRow | undefined;
  theirs: DecisionRow | undefined;
}

export async function relationOf(db: Db, viewerId: string, otherId: string): Promise<Relation> {
  const connection = await between(db, viewerId, otherId).selectAll().executeTakeFirst();
  const decisions = await db.selectFrom('decisions').selectAll().where(isOfTwo(viewerId, otherId)).execute();
  const of = (id: string) => decisions.find(({ by_id }) => by_id === id);
  return { connection, own: of(viewerId), theirs: of(otherId) };
}

/** The condition on a decision that one of the two has made about the other. */
export function isOfTwo(one: string, other: string) {
  return ({ and, or }: ExpressionBuilder<Database, 'decisions'>) =>
    or([and({ by_id: one, about_id: other }), and({ by_id: other, about_id: one })]);
}

export function seenOf({ connection, own, theirs }: Relation): Seen {
  if (connection) return 'connected';
  if (own?.kind === 'rejected') return 'rejected-by-me';
  if (theirs?.kind === 'asked') return 'asks-me';
  return own?.kind ?? 'nothing';
}

/** The condition that the two are connected; `person` is the column with the other person's id. */
export function isConnectedTo(viewerId: string, person: string) {
  const other = sql.ref(person);
  return sql<boolean>`(exists (select 1 from connections where low_id = ${other} and high_id = ${viewerId})
    or exists (select 1 from connections where low_id = ${viewerId} and high_id = ${other}))`;
}

/** The condition that the viewer knows of something between them and the person, whose id is in the column `person`. */
export function knowsRelation(viewerId: string, person: string) {
  const other = sql.ref(person);
  return sql<boolean>`(exists (select 1 from decisions where by_id = ${viewerId} and about_id = ${other} and kind = 'asked')
    or ${isConnectedTo(viewerId, person)}
    or exists (select 1 from decisions where by_id = ${other} and about_id = ${viewerId} and kind = 'asked')
      and not exists (select 1 from decisions where by_id = ${viewerId} and about_id = ${other} and kind = 'rejected'))`;
}

/**
 * The condition that the person has no place in the viewer's feed: the viewer has decided about them, or they ask the
 * viewer, or the two are connected. Somebody who ignores or rejects the viewer is shown like anybody else: their absence
 * would tell.
 */
export function isDecided(viewerId: string, person: string) {
  const other = sql.ref(person);
  return sql<boolean>`(exists (select 1 from decisions where by_id = ${viewerId} and about_id = ${other})
    or exists (select 1 from decisions where by_id = ${other} and about_id = ${viewerId} and kind = 'asked')
    or ${isConnectedTo(viewerId, person)})`;
}

/** The ids of those people, from the id in `low` to that in `high`, for a subquery. */
export function decidedBetween(viewerId: string, low: string, high: string) {
  const within = (column: string) => sql`${sql.ref(column)} between ${sql.ref(low)} and ${sql.ref(high)}`;
  return sql`select about_id as id from decisions where by_id = ${viewerId} and ${within('about_id')}
    union select by_id from decisions where about_id = ${viewerId} and kind = 'asked' and ${within('by_id')}
    union select low_id from connections where high_id = ${viewerId} and ${within('low_id')}
    union select high_id from connections where low_id = ${viewerId} and ${within('high_id')}`;
}

/** These people, and what the viewer may know of their relation. Nothing is said of the viewer's own record. */
export async function withRelations<Person extends User>(
  db: Db,
  viewerId: string,
  people: readonly Person[],
): Promise<Person[]> {
  const ids = people.map(({ _id }) => _id).filter((id) => id !== viewerId);
  if (ids.length === 0) return [...people];
  const connected = new Set(await connectedAmong(db, viewerId, ids));
  const decisions = await db
    .selectFrom('decisions')
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        and([eb('by_id', '=', viewerId), eb('about_id', 'in', ids)]),
        and([eb('about_id', '=', viewerId), eb('by_id', 'in', ids)]),
      ]),
    )
    .execute();
  const own = new Map(decisions.filter((row) => row.by_id === viewerId).map((row) => [row.about_id, row]));
  const theirs = new Map(decisions.filter((row) => row.about_id === viewerId).map((row) => [row.by_id, row]));
  return people.map((person) => {
    const id = person._id;
    if (id === viewerId) return person;
    if (connected.has(id)) return { ...person, viewer: { relation: 'connected' } };
    return { ...person, viewer: shownRelation({ connection: undefined, own: own.get(id), theirs: theirs.get(id) }) };
  });
}

function shownRelation(relation: Relation): NonNullable<User['viewer']> {
  const { own, theirs } = relation;
  const seen = seenOf(relation);
  if (seen === 'asks-me' && theirs) return { relation: 'received', requestId: theirs.id };
  if (seen === 'asked' && own) return { relation: 'sent', requestId: own.id };
  if (seen === 'ignored' && own) return { relation: 'ignored', requestId: own.id };
  return { relation: 'none' };
}

function between(db: Db, one: string, other: string) {
  const { low, high } = pairOf(one, other);
  return db.selectFrom('connections').where('low_id', '=', low).where('high_id', '=', high);
}

export async function areConnected(db: Db, one: string, other: string): Promise<boolean> {
  return (await between(db, one, other).select('id').executeTakeFirst()) !== undefined;
}

/** Whether the two are connected, and neither is suspended or leaving. */
export async function mayTalk(db: Db, one: string, other: string): Promise<boolean> {
  const found = between(db, one, other)
    .select('id')
    .where(isHere('connections.low_id'))
    .where(isHere('connections.high_id'));
  return (await found.executeTakeFirst()) !== undefined;
}

/** Filters these people down to those connected to the person. */
export async function connectedAmong(db: Db, userId: string, otherIds: readonly string[]): Promise<string[]> {
  return otherIds.length === 0 ? [] : others(db, userId, [...new Set(otherIds)]);
}

/** Everybody whom the person is connected with. */
export function connectedWith(db: Db, userId: string): Promise<string[]> {
  return others(db, userId);
}

async function others(db: Db, userId: string, among?: string[]): Promise<string[]> {
  const side = (mine: Side, theirs: Side) => {
    const all = db.selectFrom('connections').select(`${theirs} as id`).where(mine, '=', userId);
    return among === undefined ? all : all.where(theirs, 'in', among);
  };
  const rows = await side('low_id', 'high_id').unionAll(side('high_id', 'low_id')).execute();
  return rows.map(({ id }) => id);
}

type Side = 'low_id' | 'high_id';

export function otherThan(userId: string, row: Pick<ConnectionRow, 'low_id' | 'high_id'>): string {
  return row.low_id === userId ? row.high_id : row.low_id;
}

/** A request or an `ignored`, as the person who made it and the one who is asked read it. */
export function presentDecision(row: DecisionRow): ConnectionRequest {
  const [fromUserID, toUserID] = row.kind === 'rejected' ? [row.about_id, row.by_id] : [row.by_id, row.about_id];
  const status = row.kind === 'asked' ? 'interested' : row.kind;
  return present(row, { fromUserID, toUserID, status });
}

export function presentConnection(row: ConnectionRow): ConnectionRequest {
  return present(row, { fromUserID: row.from_id, toUserID: otherThan(row.from_id, row), status: 'accepted' });
}

function present(
  { id, at, note }: { id: string; at: number; note: string },
  people: Pick<ConnectionRequest, 'fromUserID' | 'toUserID' | 'status'>,
): ConnectionRequest {
  return { _id: id, ...people, createdAt: iso(at), updatedAt: iso(at), ...(note !== '' && { note }) };
}

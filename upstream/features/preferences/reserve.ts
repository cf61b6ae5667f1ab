import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { areConnected, knowsRelation } from '../requests/relations.ts';

/** Word for word the condition of the partial index `preferences_reserved`: few people are reserved. */
const reserved = sql`(discoverable = 0 or who_may_ask <> 'everybody')`;

/** Whether the person takes no requests of `viewerId`, for a row of `preferences`. */
function isClosedTo(viewerId: string) {
  return sql<boolean>`(who_may_ask = 'nobody' or (who_may_ask = 'sharedSkill' and not exists (
    select 1 from user_skills as theirs
    join user_skills as mine on mine.skill_key = theirs.skill_key and mine.user_id = ${viewerId}
    where theirs.user_id = preferences.user_id)))`;
}

/** The people who are in no feed of this viewer, because they do not want to be found or asked: rows of `preferences`. */
export function isKeptFromFeedOf(viewerId: string) {
  return sql<boolean>`${reserved} and (discoverable = 0 or ${isClosedTo(viewerId)})`;
}

/** The condition that the feed may show a person to the viewer. `person` is the column with the person's id. */
export function mayMeet(viewerId: string, person: string) {
  return sql<boolean>`not exists (
    select 1 from preferences where preferences.user_id = ${sql.ref(person)} and ${isKeptFromFeedOf(viewerId)})`;
}

/**
 * The condition that the viewer finds a person in search: they are discoverable, or the viewer knows of a connection or
 * a request between the two. A request that the other person has rejected counts as pending, as it does for its sender.
 */
export function mayFind(viewerId: string, person: string) {
  const other = sql.ref(person);
  return sql<boolean>`not exists (
    select 1 from preferences where preferences.user_id = ${other} and ${reserved} and discoverable = 0
      and preferences.user_id <> ${viewerId}
      and not ${knowsRelation(viewerId, 'preferences.user_id')})`;
}

/** Whether the person takes no requests of the viewer. It says nothing about what is between the two. */
export async function takesNoRequests(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('preferences')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(isClosedTo(viewerId))
    .executeTakeFirst();
  return row !== undefined;
}

/** For the viewer's buttons: the person takes no requests of the viewer, who is not connected with them. */
export async function mayNotAsk(db: Db, viewerId: string, userId: string): Promise<boolean> {
  return (await takesNoRequests(db, viewerId, userId)) && !(await areConnected(db, viewerId, userId));
}

/** Throws 403 where the person takes no requests of the viewer. */
export async function requireOpenTo(db: Db, viewerId: string, userId: string): Promise<void> {
  if (await takesNoRequests(db, viewerId, userId))
    throw new ApiError('takes_no_requests', 'This person limits who can ask them. You cannot ask them at the moment.');
}

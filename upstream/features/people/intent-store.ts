import { sql } from 'kysely';
import { type Intent, intents } from '#shared/intents.ts';
import { overlapHours } from '#shared/match-reasons.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';

/** The intents of these people, in the order of the list. People who look for nothing are not in the map. */
export async function intentsOf(db: Db, userIds: readonly string[]): Promise<Map<string, Intent[]>> {
  const found = new Map<string, Intent[]>();
  if (userIds.length === 0) return found;
  const rows = await db
    .selectFrom('user_intents')
    .select(['user_id', 'intent'])
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  for (const { user_id, intent } of rows) found.set(user_id, [...(found.get(user_id) ?? []), intent]);
  for (const list of found.values()) list.sort((a, b) => intents.indexOf(a) - intents.indexOf(b));
  return found;
}

export async function replaceIntents(trx: Trx, userId: string, chosen: readonly Intent[]): Promise<void> {
  await trx.deleteFrom('user_intents').where('user_id', '=', userId).execute();
  if (chosen.length === 0) return;
  await trx
    .insertInto('user_intents')
    .values(chosen.map((intent) => ({ user_id: userId, intent })))
    .execute();
}

/** The time zones of those of these people who show them. */
export async function shownZonesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('preferences')
    .select(['user_id', 'time_zone'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('show_time_zone', '=', 1)
    .where('time_zone', '<>', '')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.time_zone]));
}

/** The person's own time zone, which they need not show to others. */
export async function ownZoneOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('preferences').select('time_zone').where('user_id', '=', userId).executeTakeFirst();
  return row?.time_zone || undefined;
}

/** The condition that a person looks for this. */
export function looksFor(person: string, intent: Intent) {
  return sql<boolean>`exists (select 1 from user_intents
    where user_intents.user_id = ${sql.ref(person)} and user_intents.intent = ${intent})`;
}

/** The condition that a person shows one of these time zones, of which there is at least one. */
export function showsZone(person: string, zones: readonly string[]) {
  return sql<boolean>`exists (select 1 from preferences as shown
    where shown.user_id = ${sql.ref(person)} and shown.show_time_zone = 1 and shown.time_zone in (${sql.join(zones)}))`;
}

/**
 * 1 for a person who looks for one of these, else 0. A subquery with a limit instead of `exists`: PostgreSQL might read
 * the whole table once to answer an `exists` of a hundred people.
 */
export function looksForOneOf(person: string, wanted: readonly Intent[]) {
  return sql<number>`coalesce((select 1 from user_intents
    where user_intents.user_id = ${sql.ref(person)} and user_intents.intent in (${sql.join(wanted)}) limit 1), 0)`;
}

/** The same for a person who shows one of these time zones. */
export function showsOneOf(person: string, zones: readonly string[]) {
  return sql<number>`coalesce((select 1 from preferences as shown
    where shown.user_id = ${sql.ref(person)} and shown.show_time_zone = 1 and shown.time_zone in (${sql.join(zones)})
    limit 1), 0)`;
}

/** The time zones that have at least so many hours of the working day in common with this one; none where it is not known. */
export function zonesWithin(zone: string | undefined, hours: number): string[] {
  if (zone === undefined) return [];
  const now = Date.now();
  return [...Intl.supportedValuesOf('timeZone'), 'UTC'].filter((other) => overlapHours(zone, other, now) >= hours);
}

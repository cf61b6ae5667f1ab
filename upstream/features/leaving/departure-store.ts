import { day } from '#shared/durations.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { DepartureRow } from '#upstream/db/schema.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { indexPeople, indexProjects, unindexPerson, unindexProjectsOf } from '../search/search-index.ts';

type Departure = DepartureRow;

/** How long before the erasure the person is reminded. Nobody is erased without that. */
export const reminderMs = 3 * day;

/**
 * Hides the account like a suspended one and ends its sessions, whose ids are returned; undefined where it is leaving
 * already, or deleted.
 */
export async function beginDeparture(
  trx: Trx,
  engine: Engine,
  departure: { userId: string; days: number; now: number },
): Promise<{ ended: string[]; eraseAt: number } | undefined> {
  const { userId, days, now } = departure;
  const user = await lockUser(trx, engine, userId);
  if (user === undefined || (await findDeparture(trx, userId)) !== undefined) return undefined;
  const eraseAt = now + days * day;
  await trx
    .insertInto('departures')
    .values({
      user_id: userId,
      begun_at: now,
      erase_at: eraseAt,
      // There is no time for a reminder: the first mail has the date.
      reminded_at: days * day <= reminderMs ? now : null,
      suspended_since: user.suspended_at,
    })
    .execute();
  await trx.updateTable('users').set({ suspended_at: now }).where('id', '=', userId).execute();
  await hideFromSearch(trx, userId);
  return { ended: await deleteOtherSessions(trx, userId, null), eraseAt };
}

/** Ends a departure: the account is as it was before, a suspension included. False where the account is not leaving any more. */
export async function endDeparture(trx: Trx, engine: Engine, userId: string): Promise<boolean> {
  const departure = await takeDeparture(trx, engine, userId);
  if (departure === undefined) return false;
  await trx.updateTable('users').set({ suspended_at: departure.suspended_since }).where('id', '=', userId).execute();
  if (departure.suspended_since === null) await showInSearch(trx, userId);
  return true;
}

/** With their projects, for as long as the account is suspended or leaving. */
export async function hideFromSearch(trx: Trx, userId: string): Promise<void> {
  await unindexPerson(trx, userId);
  await unindexProjectsOf(trx, userId);
}

export async function showInSearch(trx: Trx, userId: string): Promise<void> {
  await indexPeople(trx, [userId]);
  const projects = await trx.selectFrom('projects').select('id').where('creator_id', '=', userId).execute();
  await indexProjects(
    trx,
    projects.map(({ id }) => id),
  );
}

/** Marks the account as reminded, once, and leaves it the time that the reminder promises. Answers until when. */
export async function noteReminder(trx: Trx, engine: Engine, userId: string, now: number): Promise<number | undefined> {
  if ((await lockUser(trx, engine, userId)) === undefined) return undefined;
  const departure = await findDeparture(trx, userId);
  if (departure === undefined || departure.reminded_at !== null) return undefined;
  const eraseAt = Math.max(departure.erase_at, now + reminderMs);
  await trx
    .updateTable('departures')
    .set({ reminded_at: now, erase_at: eraseAt })
    .where('user_id', '=', userId)
    .execute();
  return eraseAt;
}

export async function findDeparture(db: Db, userId: string): Promise<Departure | undefined> {
  return db.selectFrom('departures').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/**
 * A suspension while the account is leaving is kept for the return; null ends it. Answers since when the account is
 * leaving; undefined where it is not.
 */
export async function suspendDeparted(trx: Trx, userId: string, since: number | null): Promise<number | undefined> {
  const departure = await trx
    .updateTable('departures')
    .set({ suspended_since: since })
    .where('user_id', '=', userId)
    .returning('begun_at')
    .executeTakeFirst();
  return departure?.begun_at;
}

/** Locks the account and removes its departure, if its time is over at `leftBy`. Undefined where there is none. */
export async function takeDeparture(
  trx: Trx,
  engine: Engine,
  userId: string,
  leftBy = Number.POSITIVE_INFINITY,
): Promise<Departure | undefined> {
  if ((await lockUser(trx, engine, userId)) === undefined) return undefined;
  return trx
    .deleteFrom('departures')
    .where('user_id', '=', userId)
    .$if(Number.isFinite(leftBy), (query) => query.where('erase_at', '<=', leftBy))
    .returningAll()
    .executeTakeFirst();
}

/** Everything that changes a departure takes this lock first, so that no two wait for each other. */
async function lockUser(
  trx: Trx,
  engine: Engine,
  userId: string,
): Promise<{ suspended_at: number | null } | undefined> {
  return trx
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

import { sql } from 'kysely';
import { minute } from '#shared/durations.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { dueRows, type ItemTurn } from '#upstream/jobs/turns.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { hideFromSearch, showInSearch, suspendDeparted } from '../leaving/departure-store.ts';
import { lockUsers } from '../people/people-store.ts';
import { passProjectsOn } from '../projects/pass-on.ts';

export interface Suspension {
  /** When it ends by itself; null for never. */
  until: number | null;
  /** The reason, which the person reads at the login. */
  reason: string;
  /** The moderator's action; empty for an operator. */
  by: string;
}

/**
 * Whether a person is suspended, and until when; undefined for nobody, and for somebody who is only leaving: the account
 * is hidden by the same mark.
 */
export async function findSuspension(db: Db, userId: string): Promise<{ until: number | null } | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departures', 'departures.user_id', 'users.id')
    .select(['suspended_at', 'suspended_until', 'begun_at', 'suspended_since'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row === undefined || suspendedSince(row) === null ? undefined : { until: row.suspended_until };
}

/** When a suspension began; null for somebody who is not suspended. An account that is leaving has the same mark. */
export function suspendedSince(
  row: Record<'suspended_at' | 'begun_at' | 'suspended_since', number | null>,
): number | null {
  return row.begun_at === null ? row.suspended_at : row.suspended_since;
}

/** The person's suspension, which nobody else changes until the transaction ends. */
export async function lockSuspension(
  trx: Trx,
  engine: Engine,
  userId: string,
): Promise<{ until: number | null } | undefined> {
  await lockUsers(trx, engine, [userId]);
  return findSuspension(trx, userId);
}

/**
 * A suspended person cannot log in, and looks to others like a deleted one. Their profile, messages and connections stay,
 * and show again when the suspension ends; their projects pass to members, or are archived. A login at the same moment has either its session here, or
 * is refused: it holds the row that this updates. Answers the ids of the sessions that have ended.
 */
export async function suspendPerson(
  trx: Trx,
  userId: string,
  { until, reason, by }: Suspension,
  now: number,
): Promise<string[]> {
  await trx
    .updateTable('users')
    .set({ suspended_at: now, suspended_until: until, suspended_reason: reason, suspended_by: by })
    .where('id', '=', userId)
    .execute();
  await suspendDeparted(trx, userId, now);
  await passProjectsOn(trx, { creatorId: userId, staysMember: true, now });
  await hideFromSearch(trx, userId);
  return deleteOtherSessions(trx, userId, null);
}

/**
 * Only where the person is suspended by this very action: a longer suspension, or an operator's, stays. One of another
 * case that has not ended yet counts again. Answers whether the person is not suspended any more.
 */
export async function takeSuspensionBack(trx: Trx, userId: string, actionId: string, now: number): Promise<boolean> {
  const current = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_by', '=', actionId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (!current) return false;
  const other = await trx
    .selectFrom('case_actions')
    .select(['id', 'until', 'reason'])
    .where('accused_id', '=', userId)
    .where('action', '=', 'suspend')
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('case_actions as undo').select('undo.id').whereRef('undo.undoes', '=', 'case_actions.id'))),
    )
    .orderBy(sql`case when until is null then 0 else 1 end`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  if (other) await suspendPerson(trx, userId, { until: other.until, reason: other.reason, by: other.id }, now);
  else await endSuspension(trx, userId);
  return !other;
}

export async function endSuspension(trx: Trx, userId: string): Promise<void> {
  // A person who is leaving stays hidden, by the same mark.
  const leavingSince = await suspendDeparted(trx, userId, null);
  await trx
    .updateTable('users')
    .set({ suspended_at: leavingSince ?? null, suspended_until: null, suspended_reason: '', suspended_by: '' })
    .where('id', '=', userId)
    .execute();
  if (leavingSince === undefined) await showInSearch(trx, userId);
}

/** The update locks the row: a longer suspension that is made at the same moment stays. */
export async function endSuspensionIfOver(trx: Trx, userId: string, now: number): Promise<void> {
  const ended = await trx
    .updateTable('users')
    .set({ suspended_at: null })
    .where('id', '=', userId)
    .where('suspended_until', '<=', now)
    .executeTakeFirst();
  if (ended.numUpdatedRows > 0n) await endSuspension(trx, userId);
}

/** For people who do not log in: others see them again. */
export function suspensionsTurn({ db }: Pick<Deps, 'db'>): ItemTurn {
  const kind = 'suspensions';
  return {
    kind,
    everyMs: minute,
    due: dueRows(db, kind, { table: 'users', key: 'id', at: 'suspended_until' }),
    one: (userId, now) => transact(db, (trx) => endSuspensionIfOver(trx, userId, now)),
  };
}

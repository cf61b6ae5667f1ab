import { sql } from 'kysely';
import { accountKey } from '#shared/account/account-key.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { AdminActionRow } from '#upstream/db/schema.ts';
import { isId, newId } from '#upstream/ids.ts';
import type { Outbox } from '#upstream/mail/outbox.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { secondFactorRemovedLetter } from '../email/sign-in-letters.ts';
import { noteEvent } from '../history/history-store.ts';
import { endSuspension, suspendPerson } from '../moderation/suspension.ts';
import { notify } from '../notifications/notification-store.ts';
import { deleteSecondFactor } from '../totp/second-factor-store.ts';

export interface Person {
  id: string;
  name: string;
  suspended_at: number | null;
  /** When it ends by itself; null for never. */
  suspended_until: number | null;
  /** When the account is erased, whose owner is leaving. */
  erase_at: number | null;
}

/** By id or email address. */
export async function findPerson(db: Db, who: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departures', 'departures.user_id', 'users.id')
    .select(['id', 'first_name', 'last_name', 'suspended_at', 'suspended_until', 'erase_at', 'suspended_since'])
    .where(isId(who) ? 'id' : 'email_key', '=', isId(who) ? who : accountKey(who))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      // An account that is leaving is hidden by the same mark.
      suspended_at: row.erase_at === null ? row.suspended_at : row.suspended_since,
      suspended_until: row.suspended_until,
      erase_at: row.erase_at,
    }
  );
}

export type Counts = Record<
  'people' | 'suspended' | 'sessions' | 'connections' | 'projects' | 'messages' | 'leaving',
  number
>;

export async function countEverything(db: Db, now: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from users where deleted_at is null) as people,
      (select count(*) from users left join departures on departures.user_id = users.id
        where deleted_at is null
          and case when erase_at is null then suspended_at else suspended_since end is not null) as suspended,
      (select count(*) from sessions where expires_at > ${now}) as sessions,
      (select count(*) from connections) as connections,
      (select count(*) from projects) as projects,
      (select count(*) from messages) as messages,
      (select count(*) from departures) as leaving`.execute(db);
  return rows[0] as Counts;
}

export interface Act {
  operator: string;
  reason: string;
  now: number;
}

/** The reason that the operator gave; throws where it is missing. */
export function reasonOfAct({ reason }: { reason?: string | undefined }): string {
  if (!reason?.trim()) throw new Error('Say why, with --reason: it is kept with the action.');
  return reason;
}

/** Ends every session of a person; their sockets follow within a minute. Answers how many there were. */
export async function endSessions(trx: Trx, userId: string, act: Act): Promise<number> {
  await noteAct(trx, userId, 'end-sessions', act);
  return (await deleteOtherSessions(trx, userId, null)).length;
}

/** Suspends the person without an end. Returns how many sessions have ended. */
export async function suspend(trx: Trx, userId: string, act: Act): Promise<number> {
  await noteAct(trx, userId, 'suspend', act);
  return (await suspendPerson(trx, userId, { until: null, reason: act.reason, by: '' }, act.now)).length;
}

export async function unsuspend(trx: Trx, userId: string, act: Act): Promise<void> {
  await noteAct(trx, userId, 'unsuspend', act);
  await endSuspension(trx, userId);
}

/** For a person who has lost the app and the recovery codes. False where none is on. */
export async function removeSecondFactor(
  trx: Trx,
  userId: string,
  act: Act,
  mail: Outbox | undefined,
): Promise<boolean> {
  if (!(await deleteSecondFactor(trx, userId))) return false;
  await noteAct(trx, userId, 'remove-second-factor', act);
  const { now } = act;
  await noteEvent(trx, { userId, kind: 'second-factor-off', visit: { device: '', address: '' }, now });
  await notify(trx, { userId, kind: 'account', subject: 'second-factor-off', now });
  const account = await findCredentials(trx, { userId });
  if (mail !== undefined && account !== undefined && account.emailId !== '') {
    const letter = secondFactorRemovedLetter({ name: account.firstName, site: mail.site });
    await mail.queue(trx, { userId, to: account.emailId, kind: 'second-factor-off', letter });
  }
  return true;
}

/** The operator's acts on a person's account, newest first. */
export function actionsOn(db: Db, userId: string): Promise<AdminActionRow[]> {
  return db.selectFrom('admin_actions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

export async function noteAct(trx: Trx, userId: string, action: string, { operator, reason, now }: Act): Promise<void> {
  await trx
    .insertInto('admin_actions')
    .values({ id: newId(now), user_id: userId, action, operator, reason, created_at: now })
    .execute();
}

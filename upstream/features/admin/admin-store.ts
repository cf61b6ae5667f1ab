import { sql } from 'kysely';
import { accountKey } from '#shared/account/account-key.ts';
import type { Connection, Db, Trx } from '#upstream/db/connection.ts';
import type { AdminActionRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import { isId, newId } from '#upstream/ids.ts';
import type { AdminRequest } from './run-admin.ts';

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
async function findPerson(db: Db, who: string): Promise<Person | undefined> {
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

export async function requirePerson(db: Db, who: string | undefined): Promise<Person> {
  const person = who === undefined ? undefined : await findPerson(db, who);
  if (person === undefined) throw new Error(`There is no account ${who ?? '(no WHO was given)'}.`);
  return person;
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

/**
 * Changes an account and keeps the act with its reason, in one transaction. Nothing is kept where `work` answers false:
 * it has changed nothing.
 */
export function act<Result>(
  { db }: Pick<Connection, 'db'>,
  { id }: Person,
  { command, operator, reason = '', now }: AdminRequest,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (trx) => {
    const done = await work(trx);
    const row = { id: newId(now), user_id: id, action: command.replace(' ', '-'), operator, reason, created_at: now };
    // Last: an erasure removes the record of earlier acts.
    if (done !== false) await trx.insertInto('admin_actions').values(row).execute();
    return done;
  });
}

/** The operator's acts on a person's account, newest first. */
export function actionsOn(db: Db, userId: string): Promise<AdminActionRow[]> {
  return db.selectFrom('admin_actions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

import { type ExpressionBuilder, sql } from 'kysely';
import { type NotifyKind, notifyKinds } from '#shared/api/preferences.ts';
import { day } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import { hasNoJob } from '#upstream/jobs/turns.ts';
import { longestWaitMs } from '../notifications/notification-store.ts';
import { ownKind } from '../notifications/stored-kind.ts';
import { type NameRow, shownName } from '../people/shown-name.ts';
import { mostCounted } from '../projects/interest-store.ts';
import { isThereFor } from '../visibility/people.ts';
import type { NoticeWords } from './notice-letters.ts';

/** A notification that may be told by mail: unread, to a confirmed address, and neither person is out of reach. */
export interface Sendable extends NoticeWords {
  id: string;
  userId: string;
  emailId: string;
  createdAt: number;
  /** When it is due to be mailed by itself. */
  mailAt: number | null;
  /** When the person was here last; kept up to date every five minutes. */
  lastSeenAt: number;
}

/** Notifications whose mail is due, the longest waiting ones first. */
export async function dueNotices(db: Db, kind: string, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('mail_at', '<=', now)
    .where(hasNoJob(kind, 'notifications.id'))
    .orderBy('mail_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes a notification whose mail is due. False where another instance has taken it since it was listed. */
export async function takeDue(trx: Trx, id: string, now: number): Promise<boolean> {
  const taken = await trx
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('id', '=', id)
    .where('mail_at', '<=', now)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Those of these notifications that may be told by mail now, whatever the person has chosen. */
export function findSendable(db: Db, ids: readonly string[]): Promise<Sendable[]> {
  return ids.length === 0 ? Promise.resolve([]) : readSendable(db, sql`n.id in (${sql.join(ids)})`);
}

/** The unread notifications of a person that no mail has named yet. */
export function findUntold(db: Db, userId: string): Promise<Sendable[]> {
  return readSendable(db, sql`n.user_id = ${userId} and n.mailed_at is null`);
}

const mostUntold = 1000;

async function readSendable(db: Db, which: ReturnType<typeof sql>): Promise<Sendable[]> {
  const { rows } = await sql<Omit<Sendable, 'actor'> & NameRow>`
    select n.id, n.user_id as "userId", ${ownKind('n')} as kind, n.created_at as "createdAt", n.mail_at as "mailAt",
      u.email as "emailId", u.first_name as "firstName",
      a.id as "actorId", a.first_name, a.last_name, a.hidden_name,
      coalesce(p.id, '') as "projectId", coalesce(p.name, '') as project,
      case ${ownKind('n')}
        when 'message' then coalesce(cl.unread_low, ch.unread_high, 0)
        when 'interest' then (select count(*) from (select 1 from project_interests i
          where i.project_id = n.project_id and i.status = 'interested' and ${isThereFor(sql.ref('n.user_id'), 'i.user_id')}
          limit ${sql.lit(mostCounted)}) as asking)
        else 1 end as count,
      coalesce((select max(s.last_seen_at) from sessions s where s.user_id = n.user_id), 0) as "lastSeenAt"
    from notifications n
    join users u on u.id = n.user_id
    left join projects p on p.id = n.project_id
    join users a on a.id = coalesce(n.actor_id, p.creator_id)
    left join conversations cl on n.kind = 'message' and cl.user_low = n.user_id and cl.user_high = n.actor_id
    left join conversations ch on n.kind = 'message' and ch.user_high = n.user_id and ch.user_low = n.actor_id
    where ${which} and n.read_at is null and ${ownKind('n')} in (${sql.join(notifyKinds)})
      and u.email is not null and u.unverified_since is null and u.deleted_at is null and u.suspended_at is null
      and u.is_sample = 0
      and ${isThereFor(sql.ref('n.user_id'), 'a.id')}
      and (p.hidden_at is null or p.creator_id = n.user_id)
      and not exists (select 1 from mutes m where m.user_id = n.user_id and m.muted_id = a.id)
    order by n.created_at
    limit ${mostUntold}`.execute(db);
  return rows.flatMap(({ first_name, last_name, hidden_name, ...row }) => {
    const count = Number(row.count);
    const isGone = count === 0 || (row.project === '' && isAboutProject(row.kind));
    const { firstName, lastName } = shownName({ first_name, last_name, hidden_name });
    return isGone ? [] : [{ ...row, count, actor: `${firstName} ${lastName}`.trim() }];
  });
}

function isAboutProject(kind: NotifyKind): boolean {
  return kind === 'mention' || kind === 'interest' || kind === 'interest-reviewed';
}

export async function noteMailed(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('notifications')
    .set({ mailed_at: now, mail_at: null })
    .where('id', 'in', [...ids])
    .execute();
}

export async function mailLater(db: Db, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('notifications')
    .set({ mail_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of the person that were put off until later than `at`. */
export async function bringForward(db: Db, userId: string, at: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('mail_at', '>', at)
    .where('mail_at', '>', sql<number>`created_at + ${longestWaitMs}`)
    .execute();
}

export interface DueDigest {
  userId: string;
  timeZone: string;
  digestedAt: number;
}

/** After a clock that was wrong: nobody's daily mail is due later than this. */
const latestDigestMs = 2 * day;

/** People whose daily mail is due, the longest waiting ones first. */
export async function listDueDigests(db: Db, kind: string, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('preferences')
    .select('user_id')
    .where('digest_at', 'is not', null)
    .where(isDigestDue(now))
    .where(hasNoJob(kind, 'preferences.user_id'))
    .orderBy('digest_at')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes a person whose daily mail is due, as `takeDue` does; `noteDigest` says when the next one is. */
export async function takeDueDigest(trx: Trx, userId: string, now: number): Promise<DueDigest | undefined> {
  const row = await trx
    .updateTable('preferences')
    .set({ digest_at: null })
    .where('user_id', '=', userId)
    .where('digest_at', 'is not', null)
    .where(isDigestDue(now))
    .returning(['user_id', 'time_zone', 'digested_at'])
    .executeTakeFirst();
  return row && { userId: row.user_id, timeZone: row.time_zone, digestedAt: row.digested_at };
}

function isDigestDue(now: number) {
  return (where: ExpressionBuilder<Database, 'preferences'>) =>
    where.or([where('digest_at', '<=', now), where('digest_at', '>', now + latestDigestMs)]);
}

export async function noteDigest(
  db: Db,
  userId: string,
  { nextAt, sentAt }: { nextAt: number; sentAt: number | undefined },
): Promise<void> {
  await db
    .updateTable('preferences')
    .set({ digest_at: nextAt, ...(sentAt !== undefined && { digested_at: sentAt }) })
    .where('user_id', '=', userId)
    .execute();
}

import { sql } from 'kysely';
import { type NotifyKind, notifyKinds } from '#shared/api/account/preferences.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { dueRows } from '#upstream/jobs/turns.ts';
import { longestWaitMs } from '../notifications/notification-store.ts';
import { type NameRow, shownName } from '../people/shown-name.ts';
import { mostCounted } from '../projects/interest-store.ts';
import { findConversation } from '../visibility/messages.ts';
import { isThereFor } from '../visibility/people.ts';
import type { NoticeWords } from './notice-letters.ts';

/** A notification that may be told by mail: unread, to a confirmed address, and neither person is out of reach. */
export interface Sendable extends NoticeWords {
  id: string;
  userId: string;
  emailId: string;
  createdAt: number;
  /** When the person was here last; kept up to date every five minutes. */
  lastSeenAt: number;
}

/** Notifications whose mail is due, the longest waiting ones first. */
export const dueNotices = (db: Db, kind: string) =>
  dueRows(db, kind, { table: 'notifications', key: 'id', at: 'mail_at' });

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

/** The notification if it may be told by mail now, whatever the person has chosen. */
export async function findSendable(db: Db, id: string): Promise<Sendable | undefined> {
  const { rows } = await sql<Omit<Sendable, 'actor'> & NameRow>`
    select n.id, n.user_id as "userId", n.kind, n.created_at as "createdAt",
      u.email as "emailId", u.first_name as "firstName",
      a.id as "actorId", a.first_name, a.last_name, a.hidden_name,
      coalesce(p.id, '') as "projectId", coalesce(p.name, '') as project,
      case n.kind
        when 'interest' then (select count(*) from (select 1 from project_interests i
          where i.project_id = n.project_id and i.status = 'interested' and ${isThereFor(sql.ref('n.user_id'), 'i.user_id')}
          limit ${sql.lit(mostCounted)}) as asking)
        else 1 end as count,
      coalesce((select max(s.last_seen_at) from sessions s where s.user_id = n.user_id), 0) as "lastSeenAt"
    from notifications n
    join users u on u.id = n.user_id
    left join projects p on p.id = n.project_id
    join users a on a.id = coalesce(n.actor_id, p.creator_id)
    where n.id = ${id} and n.read_at is null and n.kind in (${sql.join(notifyKinds)})
      and u.email is not null and u.unverified_since is null and u.deleted_at is null and u.suspended_at is null
      and u.is_sample = 0
      and ${isThereFor(sql.ref('n.user_id'), 'a.id')}
      and (p.hidden_at is null or p.creator_id = n.user_id)
      and not exists (select 1 from mutes m where m.user_id = n.user_id and m.muted_id = a.id)`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { first_name, last_name, hidden_name, ...row } = found;
  const { userId, actorId: peerId } = row;
  const count =
    row.kind === 'message' ? ((await findConversation(db, userId, { peerId }))?.unread ?? 0) : Number(row.count);
  if (count === 0 || (row.project === '' && isAboutProject(row.kind))) return undefined;
  const { firstName, lastName } = shownName({ first_name, last_name, hidden_name });
  return { ...row, count, actor: `${firstName} ${lastName}`.trim() };
}

function isAboutProject(kind: NotifyKind): boolean {
  return kind === 'mention' || kind === 'interest' || kind === 'interest-reviewed';
}

export async function noteMailed(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('notifications').set({ mailed_at: now }).where('id', '=', id).execute();
}

export async function mailLater(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('notifications').set({ mail_at: at }).where('id', '=', id).execute();
}

/** The person's notices that were put off until later than `at`. */
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

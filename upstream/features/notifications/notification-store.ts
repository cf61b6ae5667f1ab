import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#shared/api/notifications.ts';
import { minute } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { NotificationRow as StoredRow } from '#upstream/db/schema.ts';
import { type Page, type TimePage, timePage } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { kindsOffPage } from '../preferences/preferences-store.ts';
import { queuePushes } from '../push/subscription-store.ts';

export type NotificationRow = StoredRow;

/** The row of one person, kind and subject. */
export interface NoticeOf {
  userId: string;
  kind: NotificationKind;
  /** See `NotificationRow.subject`. */
  subject: string;
}

export interface Notice extends NoticeOf {
  actorId?: string;
  projectId?: string;
  detail?: string;
  now: number;
  /** False writes nothing but takes the same statement: whether a notice is due may be a secret. */
  isTold?: boolean;
  /** False where another mail has told enough already. */
  isMailed?: boolean;
}

/**
 * Stores a notification, in the transaction that causes it. A row of the same person, kind and subject is renewed and
 * unread again. Returns its id, undefined when nothing was written.
 */
export async function notify(trx: Trx, notice: Notice): Promise<string | undefined> {
  const { isTold = true } = notice;
  const { rows } = await sql<{ id: string }>`
    ${insertFrom(notice, sql`(select 1 as one where ${isTold ? 1 : 0} = 1) as due where true`)}
    on conflict (user_id, kind, subject) do update set
      actor_id = excluded.actor_id, detail = excluded.detail, created_at = excluded.created_at, read_at = null,
      ${untilMailed}, mailed_at = null
    returning id`.execute(trx);
  const id = rows[0]?.id;
  await queuePushes(trx, { userId: notice.userId, notificationId: id, now: notice.now });
  return id;
}

/**
 * How long after its first event a notification is mailed, if it is still unread then. A person who reads it at once gets
 * no mail, and several events get one.
 */
const mailedAfterMs: Readonly<Record<NotificationKind, number | undefined>> = {
  request: 5 * minute,
  connected: 5 * minute,
  interest: 5 * minute,
  'interest-reviewed': 5 * minute,
  message: 15 * minute,
  mention: 15 * minute,
  // Mails about the account are sent by what happened to it.
  account: undefined,
};

export const longestWaitMs = 15 * minute;

/** Of a row that is renewed while it is unread: a mail that is due stays due, and one that was sent is the only one. */
const untilMailed = sql`mail_at = case when notifications.read_at is null then notifications.mail_at
  else excluded.mail_at end`;

/** A busy conversation renews its notification at most this often. */
const messageRenewedMs = minute;

/**
 * Notes unread messages of a sender, and queues the push messages about it. An unread row of the last minute stays as it
 * is: how many messages are unread is known from the conversation.
 */
export async function noteMessage(
  trx: Trx,
  { recipientId, senderId, now }: { recipientId: string; senderId: string; now: number },
): Promise<void> {
  const notice: Notice = { userId: recipientId, kind: 'message', subject: senderId, actorId: senderId, now };
  const { rows } = await sql<{ id: string }>`
    ${insertFrom(notice, sql`(select 1 as one) as stored where true`)}
    on conflict (user_id, kind, subject) do update set created_at = excluded.created_at, read_at = null,
      ${untilMailed}, mailed_at = case when notifications.read_at is null then notifications.mailed_at end
      where notifications.read_at is not null or notifications.created_at < ${now - messageRenewedMs}
    returning id`.execute(trx);
  if (rows[0]) await queuePushes(trx, { userId: recipientId, notificationId: rows[0].id, now });
}

function insertFrom(
  { userId, kind, subject, actorId, projectId, detail = '', now, isMailed = true }: Notice,
  source: RawBuilder<unknown>,
) {
  const text = (value: string | undefined) => sql`cast(${value ?? null} as text)`;
  const wait = isMailed ? mailedAfterMs[kind] : undefined;
  return sql`
    insert into notifications (id, user_id, kind, subject, actor_id, project_id, detail, created_at, mail_at)
    select ${text(newId(now))}, ${text(userId)}, ${text(kind)}, ${text(subject)}, ${text(actorId)}, ${text(projectId)},
      ${text(detail)}, cast(${now} as bigint), cast(${wait === undefined ? null : now + wait} as bigint)
    from ${source}`;
}

interface NotificationsAsked extends TimePage {
  /** Only these kinds; undefined for all. */
  kinds?: readonly NotificationKind[] | undefined;
  without?: readonly NotificationKind[] | undefined;
  isUnread?: boolean;
}

/**
 * Newest first, without the kinds that the person has switched off for the page. Their rows
 * are stored all the same: mails are made from them.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  { kinds, without = [], isUnread = false, ...page }: NotificationsAsked,
): Promise<Page<NotificationRow>> {
  if (kinds?.length === 0) return { rows: [], nextCursor: null };
  const off = [...(await kindsOffPage(db, userId)), ...without];
  let query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId);
  if (off.length > 0) query = query.where('kind', 'not in', off);
  if (kinds) query = query.where('kind', 'in', [...kinds]);
  if (isUnread) query = query.where('read_at', 'is', null);
  return timePage(query, page, 'created_at');
}

/** Notifications about the account are left out: the login that opens a page causes one. */
export async function isNotifiedSince(db: Db, userId: string, time: number): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', time)
    .where('kind', '!=', 'account')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findNotification(db: Db, id: string): Promise<NotificationRow | undefined> {
  return db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countUnreadByKind(db: Db, userId: string): Promise<Partial<Record<NotificationKind, number>>> {
  const [rows, off] = await Promise.all([
    db
      .selectFrom('notifications')
      .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .groupBy('kind')
      .execute(),
    kindsOffPage(db, userId),
  ]);
  const shown = rows.filter(({ kind }) => !off.some((one) => one === kind));
  return Object.fromEntries(shown.map(({ kind, count }) => [kind, count]));
}

/** Marks these as read, or all of them; those of other people are left alone. */
export async function markNotificationsRead(
  db: Db,
  userId: string,
  ids: readonly string[] | 'all',
  now: number,
): Promise<void> {
  let query = db.updateTable('notifications').set({ read_at: now }).where('user_id', '=', userId);
  if (ids !== 'all') query = query.where('id', 'in', [...ids]);
  await query.where('read_at', 'is', null).execute();
}

/** Marks the row of this subject as read, after its subject was dealt with. True when it was unread. */
export async function markNoticeRead(db: Db, { now, ...notice }: NoticeOf & { now: number }): Promise<boolean> {
  const result = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', notice.userId)
    .where('kind', '=', notice.kind)
    .where('subject', '=', notice.subject)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the row of this subject, after its subject is gone. */
export async function removeNotice(db: Db, { userId, kind, subject }: NoticeOf): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

/** Deletes what has named a person in a room that they have left. */
export async function removeMentionsIn(db: Db, { userId, projectId }: Record<'userId' | 'projectId', string>) {
  await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', 'mention')
    .where('project_id', '=', projectId)
    .execute();
}

/**
 * Deletes the notifications that the two have caused for each other: after a disconnect, and when one blocks the other,
 * which also ends what they have said in rooms.
 */
export async function removeNoticesBetween(
  db: Db,
  one: string,
  other: string,
  kinds: readonly NotificationKind[] = ['request', 'connected', 'message'],
): Promise<void> {
  for (const [userId, actorId] of [
    [one, other],
    [other, one],
  ] as const)
    await db
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('actor_id', '=', actorId)
      .where('kind', 'in', [...kinds])
      .execute();
}

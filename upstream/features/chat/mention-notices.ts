import type { Trx } from '#upstream/db/connection.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
import { notify } from '../notifications/notification-store.ts';

/** Tells the people whom a new message of a room names, also those who have muted the room. Returns the ids of the rows. */
export async function noteMentions(
  trx: Trx,
  { message, roomId }: { message: MessageRow; roomId: string },
): Promise<string[]> {
  const named = namedIn(message).filter((userId) => userId !== message.sender_id);
  if (named.length === 0) return [];
  const mailed = await mailedOf(trx, named, roomId);
  const told: string[] = [];
  for (const userId of named) {
    const notice = { userId, kind: 'mention', subject: message.id, actorId: message.sender_id } as const;
    const isMailed = !mailed.has(userId);
    const id = await notify(trx, { ...notice, projectId: roomId, isMailed, now: message.created_at });
    if (id !== undefined) told.push(id);
  }
  return told;
}

/** The people with an unread mention in the room of which a mail tells, or has told: one mail is enough. */
async function mailedOf(trx: Trx, userIds: readonly string[], roomId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('kind', '=', 'mention')
    .where('project_id', '=', roomId)
    .where('read_at', 'is', null)
    .where(({ eb, or }) => or([eb('mail_at', 'is not', null), eb('mailed_at', 'is not', null)]))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Marks what names the person in a room up to a message as read. True when something of it was unread. */
export async function markMentionsRead(
  trx: Trx,
  {
    userId,
    roomId,
    conversationId,
    seq,
    now,
  }: Record<'userId' | 'roomId' | 'conversationId', string> & Record<'seq' | 'now', number>,
): Promise<boolean> {
  const result = await trx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'mention')
    .where('read_at', 'is', null)
    .where('project_id', '=', roomId)
    .where('subject', 'in', (query) =>
      query
        .selectFrom('messages')
        .select('messages.id')
        .where('conversation_id', '=', conversationId)
        .where('seq', '<=', seq)
        .whereRef('messages.id', '=', 'notifications.subject'),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes back what a message told, after it is gone. Returns those who had it unread. */
export async function removeMentions(trx: Trx, message: MessageRow): Promise<string[]> {
  const named = namedIn(message);
  if (named.length === 0) return [];
  const removed = await trx
    .deleteFrom('notifications')
    .where('user_id', 'in', named)
    .where('kind', '=', 'mention')
    .where('subject', '=', message.id)
    .returning(['user_id', 'read_at'])
    .execute();
  return removed.flatMap(({ user_id, read_at }) => (read_at === null ? [user_id] : []));
}

function namedIn({ mentions }: MessageRow): string[] {
  return mentions.split(' ').filter((id) => id !== '');
}

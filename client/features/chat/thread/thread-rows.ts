import { dayLabel, dayOf } from '#client/lib/text/time.ts';
import type { OutboxItem } from '#client/live/outbox.ts';
import type { ChatMessage, Quote } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

export interface ShownMessage {
  /** Stays the same while a message goes from pending to stored. */
  key: string;
  id: string | undefined;
  own: boolean;
  sender: User | null;
  text: string;
  createdAt: string;
  /** Set while the server has not confirmed it. */
  pending: OutboxItem | undefined;
  replyTo: Quote | undefined;
  /** As it is stored, with the user's unconfirmed changes; undefined while it is to be sent. */
  stored: ChatMessage | undefined;
}

export type ThreadRow =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'new'; key: string }
  /** Says that somebody joined the project of a room. */
  | { kind: 'event'; key: string; message: ShownMessage }
  | { kind: 'message'; key: string; message: ShownMessage; startsRun: boolean; endsRun: boolean };

interface Options {
  ownId: string;
  /** The first message that was not read when the thread was opened. */
  firstUnread: string | undefined;
  now: number;
}

/** Messages of one person within this time belong together. */
const runMs = 5 * 60_000;

/** The stored and then the pending messages, grouped into days and runs of one sender. */
export function threadRows(
  history: readonly ChatMessage[],
  pending: readonly OutboxItem[],
  { ownId, firstUnread, now }: Options,
): ThreadRow[] {
  const messages = [...history.map((message) => ofHistory(message, ownId)), ...pending.map((item) => ofOutbox(item))];
  const rows: ThreadRow[] = [];
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const startsDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt);
    const isFirstUnread = message.id !== undefined && message.id === firstUnread;
    if (startsDay) {
      const label = dayLabel(message.createdAt, now);
      rows.push({ kind: 'day', key: `day:${message.key}`, label });
    }
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new' });
    if (message.stored?.event !== undefined) {
      rows.push({ kind: 'event', key: message.key, message });
      return;
    }
    rows.push({
      kind: 'message',
      key: message.key,
      message,
      startsRun: startsDay || isFirstUnread || !before || !belong(before, message),
      endsRun: !after || after.id === firstUnread || !belong(message, after),
    });
  });
  return rows;
}

/** A cache: the same stored message gives the same object, so that an unchanged bubble does not render again. */
const shown = new WeakMap<ChatMessage, ShownMessage>();

function ofHistory(message: ChatMessage, ownId: string): ShownMessage {
  const known = shown.get(message);
  const own = message.senderId?._id === ownId;
  if (known?.own === own) return known;
  const made: ShownMessage = {
    key: message.clientId ?? message._id,
    id: message._id,
    own,
    sender: message.senderId,
    text: message.text,
    createdAt: message.createdAt,
    pending: undefined,
    replyTo: message.replyTo,
    stored: message,
  };
  shown.set(message, made);
  return made;
}

function ofOutbox(item: OutboxItem): ShownMessage {
  const { clientId, text, createdAt, replyTo } = item;
  return {
    key: clientId,
    id: undefined,
    own: true,
    sender: null,
    text,
    createdAt,
    pending: item,
    replyTo,
    stored: undefined,
  };
}

function belong(before: ShownMessage, message: ShownMessage): boolean {
  if (before.stored?.event !== undefined || message.stored?.event !== undefined) return false;
  if (before.own !== message.own || (!before.own && before.sender?._id !== message.sender?._id)) return false;
  if (before.pending?.state === 'failed') return false;
  if (dayOf(before.createdAt) !== dayOf(message.createdAt)) return false;
  return Math.abs(Date.parse(message.createdAt) - Date.parse(before.createdAt)) <= runMs;
}

/** How far the user has read: the server's unread count, or the last message read on this device. */
export type KnownRead = { unread: number } | { readUpTo: string | undefined };

/** The first unread message of somebody else, by the server's count or by this device's last read message. */
export function firstUnreadOf(history: readonly ChatMessage[], ownId: string, known: KnownRead): string | undefined {
  if ('unread' in known) {
    if (known.unread <= 0) return undefined;
    const unread = history.filter(
      ({ senderId, deletedAt, event }) => senderId?._id !== ownId && deletedAt === undefined && event === undefined,
    );
    // More than are loaded: all of them.
    return known.unread > unread.length ? history[0]?._id : unread.at(-known.unread)?._id;
  }
  const place = history.findIndex(({ _id }) => _id === known.readUpTo);
  if (place === -1) return undefined;
  return history.slice(place + 1).find(({ senderId }) => senderId?._id !== ownId)?._id;
}

/** The last own message that the other person has read. */
export function lastSeen(
  history: readonly ChatMessage[],
  ownId: string,
  readUpTo: string | null | undefined,
): string | undefined {
  if (!readUpTo) return undefined;
  const place = history.findIndex(({ _id }) => _id === readUpTo);
  return history.slice(0, place + 1).findLast(({ senderId }) => senderId?._id === ownId)?._id;
}

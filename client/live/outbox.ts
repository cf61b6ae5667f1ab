import type { ConversationKey } from '#client/api/chat/conversation-key.ts';
import { storedList } from '#client/lib/device/stored-list.ts';
import { isText, isTime } from '#client/lib/device/stored-value.ts';
import { randomId } from '#client/lib/dom/random-id.ts';
import { isRecord } from '#client/lib/is-record.ts';
import type { ChatMessage, Quote } from '#shared/api/chat.ts';

/** A picture of a message that is not sent yet. Its bytes are in `device/stored-pictures.ts` until the message is stored. */
export interface OutboxPicture {
  id: string;
  width: number;
  height: number;
  alt?: string;
  /** Its address, once it is uploaded. */
  url?: string;
}

/** A message that this device has not seen confirmed yet. */
export interface OutboxItem {
  clientId: string;
  peerId: ConversationKey;
  text: string;
  /** The message that it answers, as that was when this one was written. */
  replyTo?: Quote;
  pictures?: OutboxPicture[];
  /** Ids of the people of a room whom it names. */
  mentions?: string[];
  /** When it was written, on this device's clock. */
  createdAt: string;
  /** Orders items of the same millisecond. */
  order: number;
  state: 'waiting' | 'failed';
  /** Why it failed, in a sentence. */
  reason?: string;
  /** Whether a send may have reached the server: the history is then searched before it is sent again. */
  attempted: boolean;
  /** The newest stored message when it was written; null for none. Its stored copy must come after that. */
  after: string | null;
}

const outbox = storedList<OutboxItem, Pick<OutboxItem, 'clientId'>>({
  prefix: 'outbox:',
  nameOf: ({ clientId }) => clientId,
  schema,
  order: byOrder,
});

/** The user's messages that the server has not confirmed, in the order they were written. */
export const outboxItems = outbox.all;
export const onOutboxChange = outbox.onChange;

/** Adds a new message; the listeners of `onOutboxChange` send it. */
export function enqueue(
  userId: string,
  message: Pick<OutboxItem, 'peerId' | 'text' | 'after' | 'replyTo' | 'pictures' | 'mentions'>,
): OutboxItem {
  const item: OutboxItem = {
    ...message,
    clientId: randomId(),
    createdAt: new Date().toISOString(),
    order: 1 + Math.max(0, ...outboxItems(userId).map(({ order }) => order)),
    state: 'waiting',
    attempted: false,
  };
  putOutboxItem(userId, item);
  return item;
}

export function putOutboxItem(userId: string, item: OutboxItem): void {
  outbox.at(userId, item).write(item);
}

export function removeOutboxItem(userId: string, clientId: string): void {
  const stored = outbox.at(userId, { clientId });
  if (stored.read()) stored.remove();
}

/** The unconfirmed messages of one conversation, in the order they were written. */
export function useOutbox(userId: string, key: ConversationKey): readonly OutboxItem[] {
  return outbox.useOf(userId, ({ peerId }) => peerId === key);
}

/**
 * A message of an older version, or one of whose parts is damaged, is read where it is still the message that was written.
 * Without its pictures it would be another one.
 */
function schema(stored: unknown): OutboxItem | undefined {
  if (!isRecord(stored)) return undefined;
  const { clientId, peerId, text, createdAt, order, state, reason, attempted, after, replyTo, pictures, mentions } =
    stored;
  if (!isText(clientId) || !isText(peerId) || !isText(text) || !isTime(createdAt)) return undefined;
  if (pictures !== undefined && !(Array.isArray(pictures) && pictures.every(isPicture))) return undefined;
  return {
    ...{ clientId, peerId, text, createdAt },
    order: typeof order === 'number' ? order : 0,
    state: state === 'failed' ? 'failed' : 'waiting',
    ...(isText(reason) && { reason }),
    // The history is searched before it is sent.
    attempted: attempted !== false,
    after: isText(after) ? after : null,
    ...(isQuote(replyTo) && { replyTo }),
    ...(pictures && { pictures }),
    ...(Array.isArray(mentions) && mentions.every(isText) && { mentions }),
  };
}

function isPicture(value: unknown): value is OutboxPicture {
  if (!isRecord(value)) return false;
  const { id, width, height, alt, url } = value;
  const isOptional = (part: unknown) => part === undefined || isText(part);
  return isText(id) && typeof width === 'number' && typeof height === 'number' && isOptional(alt) && isOptional(url);
}

function isQuote(value: unknown): value is Quote {
  if (!isRecord(value) || !isText(value._id)) return false;
  return value.deleted === true || (isText(value.senderId) && isText(value.excerpt));
}

function byOrder(a: OutboxItem, b: OutboxItem): number {
  return a.createdAt.localeCompare(b.createdAt) || a.order - b.order;
}

interface Confirmed {
  /** The items whose message is in the history. */
  confirmed: OutboxItem[];
  /** The others, some of them changed: a message that confirmed one item cannot confirm another. */
  remaining: OutboxItem[];
}

/**
 * Finds the outbox items of one conversation that are already stored. Our upstream returns the clientId. Among messages
 * of another upstream, which have no number, an own one with the same text after `after` counts as the item, in the
 * order of sending.
 */
export function findConfirmed(items: readonly OutboxItem[], history: readonly ChatMessage[], ownId: string): Confirmed {
  const byClientId = new Set(history.map(({ clientId }) => clientId).filter((id) => id !== undefined));
  const places = new Map(history.map(({ _id }, index) => [_id, index]));
  const claimed = new Map<string, number>();
  const confirmed: OutboxItem[] = [];
  const remaining: OutboxItem[] = [];
  for (const item of [...items].sort(byOrder)) {
    if (byClientId.has(item.clientId)) {
      confirmed.push(item);
      continue;
    }
    const from = Math.max(item.after === null ? -1 : (places.get(item.after) ?? -1), claimed.get(item.text) ?? -1) + 1;
    const place = item.attempted
      ? history.findIndex((message, index) => index >= from && mayBe(item, message, ownId))
      : -1;
    if (place !== -1) {
      claimed.set(item.text, place);
      confirmed.push(item);
      continue;
    }
    const lastClaimed = claimed.get(item.text);
    const claimedId = lastClaimed === undefined ? undefined : history[lastClaimed]?._id;
    remaining.push(claimedId === undefined ? item : { ...item, after: claimedId });
  }
  return { confirmed, remaining };
}

/** Whether a message that does not tell its clientId may be this item. */
function mayBe(item: OutboxItem, { seq, clientId, senderId, text }: ChatMessage, ownId: string): boolean {
  return seq === undefined && clientId === undefined && senderId?._id === ownId && text === item.text;
}

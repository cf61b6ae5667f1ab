import { useMemo, useSyncExternalStore } from 'react';
import { isText, isTime } from '#client/device/schemas.ts';
import { onStorageChange } from '#client/device/storage.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { storedKeys, userKey } from '#client/device/user-storage.ts';
import { randomId } from '#client/dom/random-id.ts';
import { type ConversationKey, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { Quote } from '#shared/api/chat.ts';
import { byOrder, type OutboxItem, type OutboxPicture } from './outbox-items.ts';

// Each message has a storage key of its own, so that two tabs never overwrite each other's messages. A tab of a version
// without rooms would send a message to a room as one to a person: it looks for keys with the first prefix only.
const prefixes = { pair: 'outbox:', room: 'room-outbox:' } as const;

function storageKey(userId: string, { clientId, peerId }: Pick<OutboxItem, 'clientId' | 'peerId'>): string {
  return userKey(userId, prefixes[roomOf(peerId) === undefined ? 'pair' : 'room'] + clientId);
}

/** The user's messages that the server has not confirmed, in the order they were written. */
export function outboxItems(userId: string): OutboxItem[] {
  return Object.values(prefixes)
    .flatMap((prefix) => storedKeys(userKey(userId, prefix)))
    .flatMap((key) => {
      const item = itemAt(key).read();
      // A damaged record under the key of another would be sent for ever: its own key is the one that is removed.
      return item && key === storageKey(userId, item) ? item : [];
    })
    .sort(byOrder);
}

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
  itemAt(storageKey(userId, item)).write(item);
}

export function removeOutboxItem(userId: string, clientId: string): void {
  for (const prefix of Object.values(prefixes)) {
    const stored = itemAt(userKey(userId, prefix + clientId));
    if (stored.read()) stored.remove();
  }
}

/** Calls back on every change, in this tab or another. Returns the unsubscribe. */
export function onOutboxChange(callback: () => void): () => void {
  return onStorageChange((key) => {
    if (key === null || Object.values(prefixes).some((prefix) => key.includes(`:${prefix}`))) callback();
  });
}

/** The unconfirmed messages of one conversation, in the order they were written. */
export function useOutbox(userId: string, key: ConversationKey): readonly OutboxItem[] {
  const text = useSyncExternalStore(onOutboxChange, () =>
    JSON.stringify(outboxItems(userId).filter((item) => item.peerId === key)),
  );
  return useMemo(() => JSON.parse(text) as OutboxItem[], [text]);
}

/** A message that cannot be stored waits in memory: it is sent as long as the page stays open. */
function itemAt(key: string) {
  return storedValue<OutboxItem | undefined>(key, schema, { orInMemory: true });
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

import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange } from '#client/device/storage.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { storedKeys, userKey } from '#client/device/user-storage.ts';
import { isRecord } from '#client/text/is-record.ts';
import { byOrder, type OutboxItem } from './outbox-items.ts';

// Each message has a storage key of its own, so that two tabs never overwrite each other's messages.
const prefix = 'outbox:';

/** The user's messages that the server has not confirmed, in the order they were written. */
export function outboxItems(userId: string): OutboxItem[] {
  return storedKeys(userKey(userId, prefix))
    .map((key) => itemAt(key).read())
    .filter((item) => item !== undefined)
    .sort(byOrder);
}

/** Adds a new message; the listeners of `onOutboxChange` send it. */
export function enqueue(userId: string, message: Pick<OutboxItem, 'peerId' | 'text' | 'after'>): OutboxItem {
  const item: OutboxItem = {
    ...message,
    clientId: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    order: 1 + Math.max(0, ...outboxItems(userId).map(({ order }) => order)),
    state: 'waiting',
    attempted: false,
  };
  putOutboxItem(userId, item);
  return item;
}

export function putOutboxItem(userId: string, item: OutboxItem): void {
  itemAt(userKey(userId, prefix + item.clientId)).write(item);
}

export function removeOutboxItem(userId: string, clientId: string): void {
  itemAt(userKey(userId, prefix + clientId)).remove();
}

/** Calls back on every change, in this tab or another. Returns the unsubscribe. */
export function onOutboxChange(callback: () => void): () => void {
  return onStorageChange((key) => {
    if (key === null || key.includes(`:${prefix}`)) callback();
  });
}

/** The unconfirmed messages to one person, in the order they were written. */
export function useOutbox(userId: string, peerId: string): readonly OutboxItem[] {
  const text = useSyncExternalStore(onOutboxChange, () =>
    JSON.stringify(outboxItems(userId).filter((item) => item.peerId === peerId)),
  );
  return useMemo(() => JSON.parse(text) as OutboxItem[], [text]);
}

/** A message that cannot be stored waits in memory: it is sent as long as the page stays open. */
function itemAt(key: string) {
  return storedValue<OutboxItem | undefined>(key, schema, { orInMemory: true });
}

function schema(stored: unknown): OutboxItem | undefined {
  const isItem =
    isRecord(stored) &&
    [stored.clientId, stored.peerId, stored.text, stored.createdAt].every((part) => typeof part === 'string');
  return isItem ? (stored as unknown as OutboxItem) : undefined;
}

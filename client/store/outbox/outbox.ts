import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storedNames, writeStored } from '#client/device/storage.ts';
import { byOrder, type OutboxItem } from './outbox-items.ts';

/**
 * What was written and is not confirmed yet, per user, kept on the device: each message under a key of its own, so
 * that two tabs never overwrite each other. Where nothing can be kept, it lives as long as the page.
 */
const prefix = 'outbox:';
const changed = 'dotcode:outbox-changed';
const unkept = new Map<string, OutboxItem>();
let lastOrder = 0;

export function outboxItems(userId: string): OutboxItem[] {
  const kept = storedNames(userId, prefix).map((name) => readStored<OutboxItem>(userId, name));
  const items = [...kept, ...ofUser(userId)].filter(isItem);
  return items.sort(byOrder);
}

/** Puts a new message into the outbox and tells whoever sends. */
export function enqueue(userId: string, message: Pick<OutboxItem, 'peerId' | 'text' | 'after'>): OutboxItem {
  lastOrder += 1;
  const item: OutboxItem = {
    ...message,
    clientId: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    order: lastOrder,
    state: 'waiting',
    attempted: false,
  };
  putOutboxItem(userId, item);
  return item;
}

export function putOutboxItem(userId: string, item: OutboxItem): void {
  const kept = writeStored(userId, prefix + item.clientId, item);
  if (kept) unkept.delete(`${userId}:${item.clientId}`);
  else unkept.set(`${userId}:${item.clientId}`, item);
  tell();
}

export function removeOutboxItem(userId: string, clientId: string): void {
  removeStored(userId, prefix + clientId);
  unkept.delete(`${userId}:${clientId}`);
  tell();
}

/** Calls back on every change, in this tab or another. Returns the function that stops it. */
export function onOutboxChange(callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.includes(`:${prefix}`)) callback();
  };
  window.addEventListener(changed, callback);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(changed, callback);
    window.removeEventListener('storage', onStorage);
  };
}

/** The messages to one person that are not confirmed yet, in the order they were written. */
export function useOutbox(userId: string, peerId: string): readonly OutboxItem[] {
  const text = useSyncExternalStore(onOutboxChange, () =>
    JSON.stringify(outboxItems(userId).filter((item) => item.peerId === peerId)),
  );
  return JSON.parse(text) as OutboxItem[];
}

function ofUser(userId: string): OutboxItem[] {
  return [...unkept].filter(([key]) => key.startsWith(`${userId}:`)).map(([, item]) => item);
}

function tell(): void {
  window.dispatchEvent(new Event(changed));
}

/** Storage may hold anything. */
function isItem(value: OutboxItem | undefined): value is OutboxItem {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof value.clientId === 'string' &&
    typeof value.peerId === 'string' &&
    typeof value.text === 'string' &&
    typeof value.createdAt === 'string'
  );
}

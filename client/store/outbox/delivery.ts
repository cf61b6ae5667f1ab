import { readPreferences } from '#client/device/preferences.ts';
import { writeStored } from '#client/device/storage.ts';
import { applyUnread, conversationWith } from '#client/store/live/live-chats.ts';
import type { LiveParts } from '#client/store/live/start-live.ts';
import type { Conversation } from '#shared/api/chat.ts';
import { onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from './outbox.ts';
import { sendAcknowledged } from './send-acknowledged.ts';
import { createOutboxSender } from './send-outbox.ts';
import { createUnacknowledged } from './send-unacknowledged.ts';

export interface Delivery {
  /** Sends what waits, after a connection was made. */
  resume: () => Promise<void>;
  read: (peerId: string, messageId: string) => void;
  readAll: (conversations: readonly Conversation[]) => Promise<boolean>;
  /** Another upstream's `messageReceived`: the confirmation of an own message, perhaps. */
  echoed: (text: string) => void;
  stop: () => void;
}

/** Takes the user's messages from the outbox to the server, and what they have read. */
export function createDelivery(parts: LiveParts): Delivery {
  const { store, socket, userId, announce } = parts;
  const unacknowledged = createUnacknowledged(parts);
  const unsentReads = new Map<string, string>();
  const sender = createOutboxSender({
    items: () => outboxItems(userId),
    put: (item) => putOutboxItem(userId, item),
    remove: (clientId) => removeOutboxItem(userId, clientId),
    send: (item) => (parts.acknowledges ? sendAcknowledged(parts, item) : unacknowledged.send(item)),
    isConnected: () => socket.connected,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onFailed: ({ peerId, reason }) =>
      announce({
        key: `failed:${peerId}`,
        text: `A message was not sent. ${reason ?? ''}`.trim(),
        href: `/chat/${encodeURIComponent(peerId)}`,
        action: 'Open',
        kind: 'failure',
      }),
  });

  const flush = () => oneTabAtATime(userId, sender.flush);
  const stopListening = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });

  const sendRead = (peerId: string, messageId: string) => {
    if (!parts.acknowledges) return;
    if (!socket.connected) {
      unsentReads.set(peerId, messageId);
      return;
    }
    const { receipts } = readPreferences();
    socket
      .timeout(10_000)
      .emit('messagesRead', { targetUserId: peerId, messageId, receipt: receipts }, (error, ack) => {
        if (error) unsentReads.set(peerId, messageId);
        else if (ack.ok) applyUnread(store, peerId, ack.data.unread);
      });
  };

  /** At once for the eye; what the upstream did not take counts again, with what came meanwhile. */
  const readOne = ({ user: { _id: peerId }, lastMessage, unread }: Conversation) =>
    new Promise<boolean>((resolve) => {
      if (unread === 0 || !lastMessage) return resolve(true);
      applyUnread(store, peerId, 0);
      const settle = (now: number | undefined) => {
        applyUnread(store, peerId, now ?? unread + (conversationWith(store, peerId)?.unread ?? 0));
        resolve(now !== undefined);
      };
      if (!socket.connected) return settle(undefined);
      const payload = { targetUserId: peerId, messageId: lastMessage._id, receipt: readPreferences().receipts };
      socket
        .timeout(10_000)
        .emit('messagesRead', payload, (error, ack) => settle(!error && ack.ok ? ack.data.unread : undefined));
    });

  return {
    readAll: async (conversations) => (await Promise.all(conversations.map(readOne))).every(Boolean),
    resume: async () => {
      for (const [peerId, messageId] of unsentReads) {
        unsentReads.delete(peerId);
        sendRead(peerId, messageId);
      }
      await flush();
    },
    read: (peerId, messageId) => {
      writeStored(userId, `read:${peerId}`, messageId);
      if (conversationWith(store, peerId)?.unread) applyUnread(store, peerId, 0);
      sendRead(peerId, messageId);
    },
    echoed: unacknowledged.echoed,
    stop: stopListening,
  };
}

/** Two tabs share one outbox: where the upstream cannot tell a repeated message, both sending it would double it. */
async function oneTabAtATime(userId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:outbox:${userId}`, run);
}

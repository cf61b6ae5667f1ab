import { readPreferences } from '#client/lib/preferences.ts';
import { writeStored } from '#client/lib/storage.ts';
import { chatApi } from '../chat-api.ts';
import { applyUnread } from './live-chats.ts';
import { onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from './outbox.ts';
import { sendAcknowledged } from './send-acknowledged.ts';
import { createOutboxSender } from './send-outbox.ts';
import { createUnacknowledged } from './send-unacknowledged.ts';
import type { LiveParts } from './start-live.ts';

export interface Delivery {
  /** Sends what waits, after a connection was made. */
  resume: () => Promise<void>;
  read: (peerId: string, messageId: string) => void;
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

  return {
    resume: async () => {
      for (const [peerId, messageId] of unsentReads) {
        unsentReads.delete(peerId);
        sendRead(peerId, messageId);
      }
      await flush();
    },
    read: (peerId, messageId) => {
      writeStored(userId, `read:${peerId}`, messageId);
      const unread = chatApi.endpoints.conversations
        .select()(store.getState())
        .data?.find(({ user }) => user._id === peerId)?.unread;
      if (unread !== undefined && unread > 0) applyUnread(store, peerId, 0);
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

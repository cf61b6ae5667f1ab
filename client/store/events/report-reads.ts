import { lastRead } from '#client/device/last-read.ts';
import { readPreferences } from '#client/device/preferences.ts';
import { applyUnread, conversationWith } from '#client/store/api/chat/chat-cache.ts';
import type { Conversation } from '#shared/api/chat.ts';
import type { LiveParts } from './live-parts.ts';

const ackTimeoutMs = 10_000;

export interface ReadReports {
  read: (peerId: string, messageId: string) => void;
  /** Resolves to whether the upstream took every conversation as read. */
  readAll: (conversations: readonly Conversation[]) => Promise<boolean>;
  /** Repeats the reports that were lost with the connection. */
  resume: () => void;
}

/** Tells the upstream which messages the user has read, and keeps the unread counts in step. */
export function createReadReports({ store, socket, userId, acknowledges }: LiveParts): ReadReports {
  const unsent = new Map<string, string>();

  /** Resolves to the unread count after the report; undefined when the upstream did not answer or refused. */
  const report = (peerId: string, messageId: string) =>
    new Promise<{ unread: number | undefined; isLost: boolean }>((resolve) => {
      const payload = { targetUserId: peerId, messageId, receipt: readPreferences().receipts };
      socket
        .timeout(ackTimeoutMs)
        .emit('messagesRead', payload, (error, ack) =>
          resolve({ unread: !error && ack.ok ? ack.data.unread : undefined, isLost: Boolean(error) }),
        );
    });

  const send = async (peerId: string, messageId: string) => {
    if (!acknowledges) return;
    if (!socket.connected) return void unsent.set(peerId, messageId);
    const { unread, isLost } = await report(peerId, messageId);
    if (isLost) unsent.set(peerId, messageId);
    else if (unread !== undefined) applyUnread(store, peerId, unread);
  };

  /** Shows zero at once. After a failure the old count returns, plus what arrived in the meantime. */
  const readOne = async ({ user: { _id: peerId }, lastMessage, unread }: Conversation): Promise<boolean> => {
    if (unread === 0 || !lastMessage) return true;
    applyUnread(store, peerId, 0);
    const now = socket.connected ? (await report(peerId, lastMessage._id)).unread : undefined;
    applyUnread(store, peerId, now ?? unread + (conversationWith(store, peerId)?.unread ?? 0));
    return now !== undefined;
  };

  return {
    readAll: async (conversations) => (await Promise.all(conversations.map(readOne))).every(Boolean),
    read: (peerId, messageId) => {
      lastRead(userId, peerId).write(messageId);
      if (conversationWith(store, peerId)?.unread) applyUnread(store, peerId, 0);
      void send(peerId, messageId);
    },
    resume: () => {
      for (const [peerId, messageId] of unsent) {
        unsent.delete(peerId);
        void send(peerId, messageId);
      }
    },
  };
}

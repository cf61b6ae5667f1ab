import { type ConversationKey, keyOf, placeOf } from '#client/api/chat/conversation-key.ts';
import { applyUnread, listedConversation } from '#client/api/chat/conversation-list.ts';
import { lastRead } from '#client/lib/device/user-storage.ts';
import type { LiveParts } from '#client/live/live-context.ts';
import type { ListedConversation } from '#shared/api/chat.ts';

const ackTimeoutMs = 10_000;

interface ReadReports {
  read: (key: ConversationKey, messageId: string) => void;
  /** Resolves to whether the upstream took every conversation as read. */
  readAll: (conversations: readonly ListedConversation[]) => Promise<boolean>;
  /** Repeats the reports that were lost with the connection. */
  resume: () => void;
}

/** Tells the upstream which messages the user has read, and keeps the unread counts in step. */
export function createReadReports({ store, socket, userId, acknowledges }: LiveParts): ReadReports {
  /** The newest report of each conversation that the upstream has not answered. */
  const unanswered = new Map<ConversationKey, string>();

  /** Resolves to the unread count after the report; undefined when the upstream did not answer or refused. */
  const report = (key: ConversationKey, messageId: string) =>
    new Promise<{ unread: number | undefined; isLost: boolean }>((resolve) => {
      const payload = { ...placeOf(key), messageId };
      socket
        .timeout(ackTimeoutMs)
        .emit('messagesRead', payload, (error, ack) =>
          resolve({ unread: !error && ack.ok ? ack.data.unread : undefined, isLost: Boolean(error) }),
        );
    });

  const send = async (key: ConversationKey, messageId: string) => {
    if (!acknowledges) return;
    unanswered.set(key, messageId);
    if (!socket.connected) return;
    const { unread, isLost } = await report(key, messageId);
    // A newer report of the conversation says more.
    if (unanswered.get(key) !== messageId) return;
    if (isLost) return void send(key, messageId);
    unanswered.delete(key);
    if (unread !== undefined) applyUnread(store, key, unread);
  };

  /** Shows zero at once. After a failure the old count returns, plus what arrived in the meantime. */
  const readOne = async (conversation: ListedConversation): Promise<boolean> => {
    const { lastMessage, unread } = conversation;
    const key = keyOf(conversation);
    if (unread === 0 || !lastMessage) return true;
    applyUnread(store, key, 0);
    const now = socket.connected ? (await report(key, lastMessage._id)).unread : undefined;
    applyUnread(store, key, now ?? unread + (listedConversation(store, key)?.unread ?? 0));
    return now !== undefined;
  };

  return {
    readAll: async (conversations) => (await Promise.all(conversations.map(readOne))).every(Boolean),
    read: (key, messageId) => {
      lastRead(userId, key).write(messageId);
      if (listedConversation(store, key)?.unread) applyUnread(store, key, 0);
      void send(key, messageId);
    },
    resume: () => {
      for (const [key, messageId] of unanswered) void send(key, messageId);
    },
  };
}

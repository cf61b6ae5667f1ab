import { readPreferences } from '#client/device/preferences.ts';
import { applyReceipt, applyUnread } from '#client/store/api/chat/chat-cache.ts';
import type { LiveParts } from './live-parts.ts';

/** The user has read messages elsewhere, or the other person has read the user's. */
export function hearMessagesRead({ socket, store, userId }: LiveParts): void {
  socket.on('messagesRead', (event) => {
    if (event.userId === userId) applyUnread(store, event.peerId, event.unread ?? 0);
    else if (readPreferences().receipts) applyReceipt(store, event.userId, event.messageId);
  });
}

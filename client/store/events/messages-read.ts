import { readPreferences } from '#client/device/preferences.ts';
import { applyReceipt, applyUnread } from '#client/store/api/chat/chat-cache.ts';
import { keyIn } from '#client/store/api/chat/conversation-key.ts';
import type { LiveParts } from './live-parts.ts';

/** The user has read messages elsewhere, or the other person has read the user's. */
export function hearMessagesRead({ socket, store, userId }: LiveParts): void {
  socket.on('messagesRead', (event) => {
    const key = keyIn(event);
    if (key === undefined) return;
    if (event.userId === userId) applyUnread(store, key, event.unread ?? 0);
    else if (event.peerId !== undefined && readPreferences().receipts)
      applyReceipt(store, event.userId, event.messageId);
  });
}

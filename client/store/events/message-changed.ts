import { keyIn } from '#client/store/api/chat/conversation-key.ts';
import { hearChange } from '#client/store/api/chat/follow-changes.ts';
import type { LiveParts } from './live-parts.ts';

/** A message was edited, deleted or reacted to, here, on another device or by somebody else. */
export function hearMessageChanged({ socket, store }: LiveParts): void {
  socket.on('messageChanged', (event) => {
    const key = keyIn(event);
    if (key !== undefined) hearChange(store, key, event);
  });
}

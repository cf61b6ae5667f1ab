import { readPreferences } from '#client/device/preferences.ts';
import { roomKey, typingKey } from '#client/store/api/chat/conversation-key.ts';
import { typingChanged } from '#client/store/slices/live-slice.ts';
import type { LiveParts } from './live-parts.ts';

const typingLastsMs = 6000;

export function hearTyping({ socket, store }: LiveParts): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  socket.on('typing', ({ userId, roomId, typing }) => {
    const key = typingKey(roomId === undefined ? userId : roomKey(roomId), userId);
    clearTimeout(timers.get(key));
    if (!readPreferences().seeTyping) return;
    store.dispatch(typingChanged({ key, typing }));
    // A peer who disconnects while typing never sends the end of it.
    if (typing)
      timers.set(
        key,
        setTimeout(() => store.dispatch(typingChanged({ key, typing: false })), typingLastsMs),
      );
  });
}

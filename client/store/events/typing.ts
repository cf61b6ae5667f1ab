import { readPreferences } from '#client/device/preferences.ts';
import { typingChanged } from '#client/store/slices/live-slice.ts';
import type { LiveParts } from './live-parts.ts';

const typingLastsMs = 6000;

export function hearTyping({ socket, store }: LiveParts): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  socket.on('typing', ({ userId: peerId, typing }) => {
    clearTimeout(timers.get(peerId));
    if (!readPreferences().seeTyping) return;
    store.dispatch(typingChanged({ userId: peerId, typing }));
    // A peer who disconnects while typing never sends the end of it.
    if (typing)
      timers.set(
        peerId,
        setTimeout(() => store.dispatch(typingChanged({ userId: peerId, typing: false })), typingLastsMs),
      );
  });
}

import type { ChatContext } from './chat-socket.ts';
import { rooms } from './rooms.ts';

type Parts = Pick<ChatContext, 'io' | 'backend' | 'presence'>;

/** Those of these people who are online and show it. */
export async function shownOnline(
  { backend, presence }: Omit<Parts, 'io'>,
  userIds: readonly string[],
): Promise<string[]> {
  const online = await presence.onlineAmong(userIds);
  return online.length === 0 ? [] : backend.showingPresence(online);
}

/**
 * A person's socket came. `isShown` is their choice at the handshake: the news follows the presence book without a look-up
 * in between. The choice is looked up afterwards, because the news of a switch in that time may have come first.
 */
export async function arrive({ io, backend, presence }: Parts, userId: string, isShown: boolean): Promise<void> {
  if (!(await presence.arrive(userId))) return;
  const tell = (online: boolean) => io.to(rooms.watch(userId)).emit('presence', { userId, online });
  if (isShown) tell(true);
  const isShownNow = (await backend.privacy(userId)).presence;
  if (isShownNow !== isShown) tell(isShownNow);
}

/** A person's socket went some time ago. */
export async function leave({ io, backend, presence }: Parts, userId: string): Promise<void> {
  const isShown = (await backend.privacy(userId)).presence;
  const hasLeft = await presence.leave(userId);
  if (hasLeft && isShown) io.to(rooms.watch(userId)).emit('presence', { userId, online: false });
}

/** A person has hidden or shown their presence: who watches them, and what their own pages see, follows at once. */
export async function followSwitch({ io, presence }: Parts, userId: string, isShown: boolean): Promise<void> {
  const isOnline = (await presence.onlineAmong([userId])).length > 0;
  if (isOnline) io.to(rooms.watch(userId)).emit('presence', { userId, online: isShown });
  if (isShown) return;
  // On every instance: whoever hides sees nobody.
  for (const socket of await io.in(rooms.user(userId)).fetchSockets())
    for (const room of socket.rooms) {
      const watched = rooms.watchedIn(room);
      if (watched === undefined) continue;
      socket.leave(room);
      socket.emit('presence', { userId: watched, online: false });
    }
}

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

/** Tells whoever watches this person that they came or went, where the person shows it. */
export async function tellPresence(
  { io, backend }: Omit<Parts, 'presence'>,
  userId: string,
  online: boolean,
): Promise<void> {
  const isShown = async () => (await backend.showingPresence([userId])).length > 0;
  if (!(await isShown())) return;
  io.to(rooms.watch(userId)).emit('presence', { userId, online });
  // Asked again: the person may have hidden their presence in between, and that news was sent first.
  if (online && !(await isShown())) io.to(rooms.watch(userId)).emit('presence', { userId, online: false });
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

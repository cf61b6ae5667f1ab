import { preferencesOfMany } from '../features/preferences/preferences-store.ts';
import type { ChatContext } from './chat-socket.ts';
import { rooms } from './place.ts';

type Parts = Pick<ChatContext, 'io' | 'privacyOf' | 'presence' | 'inOrder'>;

/** The people who are online and show it. */
export async function shownOnline(
  { deps: { db }, presence }: ChatContext,
  userIds: readonly string[],
): Promise<string[]> {
  const online = await presence.onlineAmong(userIds);
  if (online.length === 0) return [];
  const chosen = await preferencesOfMany(db, online);
  return online.filter((userId) => chosen.get(userId)?.privacy.presence === true);
}

/**
 * A person's socket came. `isShown` is their choice at the handshake: the news follows the presence book without a look-up
 * in between. The choice is looked up afterwards, because the news of a switch in that time may have come first. Counting
 * has a queue of its own, which no look-up that fails or hangs holds up.
 */
export async function arrive(parts: Parts, userId: string, isShown: boolean): Promise<void> {
  const { privacyOf, presence, inOrder } = parts;
  const isFirst = await inOrder(`count ${userId}`, () => presence.arrive(userId));
  if (!isFirst) return;
  await inOrder(`presence ${userId}`, async () => {
    if (isShown) tell(parts, userId, true);
    const isShownNow = (await privacyOf(userId)).presence;
    if (isShownNow !== isShown) tell(parts, userId, isShownNow);
  });
}

/**
 * A person's socket went some time ago. `wasShown` is their choice at its handshake, for when it cannot be looked up.
 * Answers whether it was the last one, and they have left.
 */
export async function leave(parts: Parts, userId: string, wasShown: boolean): Promise<boolean> {
  const { privacyOf, presence, inOrder } = parts;
  const hasLeft = await inOrder(`count ${userId}`, () => presence.leave(userId));
  if (!hasLeft) return false;
  await inOrder(`presence ${userId}`, async () => {
    const privacy = await privacyOf(userId).catch(() => ({ presence: wasShown }));
    if (privacy.presence) tell(parts, userId, false);
  });
  return true;
}

function tell({ io }: Parts, userId: string, online: boolean): void {
  io.to(rooms.watch(userId)).emit('presence', { userId, online });
}

/** A person has hidden or shown their presence: who watches them, and what their own pages see, follows at once. */
export async function followSwitch(
  { io, presence }: Pick<Parts, 'io' | 'presence'>,
  userId: string,
  isShown: boolean,
): Promise<void> {
  const isOnline = (await presence.onlineAmong([userId])).length > 0;
  // Of a person who hides, in any case: they may have left a moment ago, which is then not told.
  if (isOnline || !isShown) io.to(rooms.watch(userId)).emit('presence', { userId, online: isShown });
  if (isShown) return;
  // On every instance: a person who hides their presence sees nobody else’s.
  for (const socket of await io.in(rooms.user(userId)).fetchSockets())
    for (const room of socket.rooms) {
      const watched = rooms.watchedIn(room);
      if (watched === undefined) continue;
      socket.leave(room);
      socket.emit('presence', { userId: watched, online: false });
    }
}

import type { Db } from '#upstream/db/connection.ts';
import { mayTalk } from '#upstream/features/requests/relations.ts';
import type { Place } from '#upstream/features/visibility/messages.ts';
import { findRoomProject, roomPeople } from '#upstream/features/visibility/rooms.ts';
import { noRoom } from '../features/chat/room-store.ts';
import { notConnected } from '../http/api-error.ts';
import type { ChatContext } from './chat-socket.ts';

interface Named {
  targetUserId?: string | undefined;
  roomId?: string | undefined;
}

export function placeIn({ targetUserId = '', roomId }: Named): Place {
  return roomId === undefined ? { peerId: targetUserId } : { roomId };
}

/** The people who hear what the person says or does there, the person too. Throws where the person may not talk. */
export async function hearers(
  { deps: { db } }: ChatContext,
  userId: string,
  { peerId, roomId }: Place,
): Promise<string[]> {
  if (roomId !== undefined) {
    const people = await roomPeopleFor(db, roomId, userId);
    if (!people) throw noRoom();
    return people;
  }
  if (!(await mayTalk(db, userId, peerId))) throw notConnected();
  return [userId, peerId];
}

/** The members of the room for whom the person is there, the person too; undefined where the person is not in it. */
export async function roomPeopleFor(db: Db, roomId: string, userId: string): Promise<string[] | undefined> {
  return (await findRoomProject(db, userId, roomId)) && (await roomPeople(db, userId, roomId));
}

/**
 * Room names. `user`: all sockets of a person. `session`: the sockets to close when that session ends. `watch`: the
 * sockets that watch a person's presence and are connected to them.
 */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  watch: (userId: string) => `watch:${userId}`,
  /** Whose presence the room is about; undefined for other rooms. */
  watchedIn: (room: string) => (room.startsWith('watch:') ? room.slice('watch:'.length) : undefined),
} as const;

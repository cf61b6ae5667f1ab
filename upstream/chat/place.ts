import type { Place } from '#upstream/features/visibility/messages.ts';
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

/** Who hears what the person says or does there, the person too. Throws where the person may not talk. */
export async function hearers({ backend }: ChatContext, userId: string, { peerId, roomId }: Place): Promise<string[]> {
  if (roomId !== undefined) {
    const people = await backend.roomPeople(roomId, userId);
    if (!people) throw noRoom();
    return people;
  }
  if (!(await backend.mayTalk(userId, peerId))) throw notConnected();
  return [userId, peerId];
}

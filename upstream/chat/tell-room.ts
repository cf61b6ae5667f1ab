import type { MessageChangedEvent } from '#shared/api/events.ts';
import type { ChatContext } from './chat-socket.ts';
import { rooms } from './rooms.ts';

interface Said {
  roomId: string;
  senderId: string;
  messageId: string;
}

/** Sends a message of a room to those for whom its sender is there, each as they may read it. */
export async function tellRoom(
  { io, backend }: Pick<ChatContext, 'io' | 'backend'>,
  { roomId, senderId, messageId }: Said,
): Promise<void> {
  const people = await backend.roomPeople(roomId, senderId);
  const [own, sender] = await Promise.all([
    backend.changedMessage(senderId, messageId),
    backend.person(senderId, senderId),
  ]);
  if (!people || !own || !sender) return;
  const { firstName, lastName, photoUrl } = sender;
  const names = { firstName, lastName, ...(photoUrl !== undefined && { photoUrl }), roomId };
  const tell = (userIds: readonly string[], changed: MessageChangedEvent) => {
    const to = io.to(userIds.map((userId) => rooms.joined(roomId, userId)));
    // A retry of a message that was changed since.
    if (changed.rev > 0) to.emit('messageChanged', changed);
    if (changed.message.deletedAt === undefined) to.emit('messageReceived', { ...names, ...changed.message });
  };
  tell([senderId], own);
  const others = people.filter((id) => id !== senderId);
  const { clientId: _own, ...message } = own.message;
  const isAlike = own.rev === 0 && message.replyTo === undefined && message.mentions === undefined;
  if (isAlike && others.length > 0) tell(others, { ...own, message });
  if (isAlike) return;
  // Whom it quotes or names, and who reacts to it, may not be there for all of them.
  for (const userId of others) {
    const changed = await backend.changedMessage(userId, messageId);
    if (changed) tell([userId], changed);
  }
}

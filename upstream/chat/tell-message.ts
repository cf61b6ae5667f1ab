import type { MessageChangedEvent } from '#shared/api/events.ts';
import type { Db } from '#upstream/db/connection.ts';
import { readMessageAs } from '#upstream/features/chat/read-messages.ts';
import { chatPerson } from '#upstream/features/people/people-store.ts';
import type { ChatContext } from './chat-socket.ts';
import { roomPeopleFor, rooms } from './place.ts';

interface Said {
  roomId: string;
  senderId: string;
  messageId: string;
}

/** Sends a message of a room to those for whom its sender is there, each as they may read it. */
export async function tellRoom(
  { io, deps: { db } }: ChatContext,
  { roomId, senderId, messageId }: Said,
): Promise<void> {
  const people = await roomPeopleFor(db, roomId, senderId);
  const [own, sender] = await Promise.all([
    changedMessage(db, senderId, messageId),
    chatPerson(db, senderId, senderId),
  ]);
  if (!people || !own || !sender) return;
  const { _id, ...names } = sender;
  const tell = (userIds: readonly string[], changed: MessageChangedEvent) => {
    const to = io.to(userIds.map(rooms.user));
    // A retry of a message that was changed since.
    if (changed.rev > 0) to.emit('messageChanged', changed);
    if (changed.message.deletedAt === undefined) to.emit('messageReceived', { ...names, roomId, ...changed.message });
  };
  tell([senderId], own);
  const others = people.filter((id) => id !== senderId);
  const { clientId: _own, ...message } = own.message;
  const isAlike = own.rev === 0 && message.replyTo === undefined && message.mentions === undefined;
  if (isAlike && others.length > 0) tell(others, { ...own, message });
  if (isAlike) return;
  // Whom it quotes or names, and who reacts to it, may not be there for all of them.
  for (const userId of others) {
    const changed = await changedMessage(db, userId, messageId);
    if (changed) tell([userId], changed);
  }
}

/** As the message is now, with the number of its last change, so that of two events the later one is known as such. */
export async function tellChange(
  { io, deps: { db } }: ChatContext,
  messageId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    const changed = await changedMessage(db, userId, messageId);
    if (changed) io.to(rooms.user(userId)).emit('messageChanged', changed);
  }
}

async function changedMessage(db: Db, userId: string, messageId: string): Promise<MessageChangedEvent | undefined> {
  const found = await readMessageAs(db, userId, messageId);
  return found && { ...found.place, rev: found.rev, message: found.asEvent, unread: found.unread };
}

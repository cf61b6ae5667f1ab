import type { MessageChangedEvent } from '#shared/api/events.ts';
import type { Db } from '#upstream/db/connection.ts';
import { clientIdOf } from '#upstream/features/chat/chat-store.ts';
import { readMessageAs } from '#upstream/features/chat/read-messages.ts';
import type { StoredMessage } from '#upstream/features/chat/store-message.ts';
import { chatPerson } from '#upstream/features/people/people-store.ts';
import type { Place } from '#upstream/features/visibility/messages.ts';
import { iso } from '#upstream/iso.ts';
import type { ChatContext } from './chat-socket.ts';
import { roomPeopleFor, rooms } from './place.ts';

/**
 * Sends a stored message to everybody in the conversation for whom its sender is there. One that has not changed since is not
 * read again; a retry may be of one that has.
 */
export async function tellStored(context: ChatContext, place: Place, stored: StoredMessage): Promise<void> {
  const { id: _id, seq, sender_id: senderId, text, created_at, mentions, rev } = stored.message;
  if (rev > 0) return tellMessage(context, { senderId, messageId: _id });
  const clientId = clientIdOf(stored.message);
  const message = {
    ...{ _id, seq, senderId, text, createdAt: iso(created_at), ...stored.parts },
    ...(mentions !== '' && { mentions: mentions.split(' ') }),
    ...(clientId !== undefined && { clientId }),
  };
  await tell(context, senderId, { ...place, rev, message }, stored.stored);
}

/** The same of a message that is read anew. */
export async function tellMessage(
  context: ChatContext,
  { senderId, messageId }: Record<'senderId' | 'messageId', string>,
): Promise<void> {
  const own = await changedMessage(context.deps.db, senderId, messageId);
  if (own) await tell(context, senderId, own, false);
}

/** `own` is the message as its sender reads it. */
async function tell(
  { io, deps: { db } }: ChatContext,
  senderId: string,
  own: MessageChangedEvent,
  isNew: boolean,
): Promise<void> {
  const { peerId, roomId } = own;
  const sender = await chatPerson(db, senderId, senderId);
  const others = roomId === undefined ? [peerId ?? ''] : await roomPeopleFor(db, roomId, senderId);
  if (!sender || !others) return;
  const { _id, ...names } = sender;
  const send = (userIds: readonly string[], changed: MessageChangedEvent) => {
    // Socket.IO sends to everybody where no room is named.
    if (userIds.length === 0) return;
    const to = io.to(userIds.map(rooms.user));
    const { message, rev, unread: _, ...place } = changed;
    if (rev > 0) to.emit('messageChanged', changed);
    const { deletedAt, hidden, editedAt, pinnedAt, reactions, ...received } = message;
    if (deletedAt === undefined) to.emit('messageReceived', { ...names, ...place, ...received });
  };
  send([senderId], own);
  const hearers = others.filter((id) => id !== senderId);
  const { clientId: _own, ...message } = own.message;
  const place = roomId === undefined ? { peerId: senderId } : { roomId };
  // In a room, those whom it quotes or names may not be there for all; nor those who react to a message that has changed.
  const isAlike =
    own.rev === 0 && (roomId === undefined || (message.replyTo === undefined && message.mentions === undefined));
  if (isAlike) send(hearers, { ...place, rev: own.rev, message });
  else
    for (const userId of hearers) {
      const changed = await changedMessage(db, userId, own.message._id);
      if (changed) send([userId], changed);
    }
  if (isNew && peerId !== undefined)
    io.to(rooms.user(peerId)).emit('notification', { kind: 'message', actor: sender, messageId: own.message._id });
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

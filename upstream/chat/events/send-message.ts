import type { MessageReceived, SentMessage } from '#shared/api/events.ts';
import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { storeMessage } from '#upstream/features/chat/store-message.ts';
import { chatPerson } from '#upstream/features/people/people-store.ts';
import { requireVerified } from '#upstream/http/api-error.ts';
import { iso } from '#upstream/iso.ts';
import { defineChatEvent, requireToken } from '../chat-event.ts';
import type { ChatContext, ChatSocket } from '../chat-socket.ts';
import { placeIn, rooms } from '../place.ts';
import { tellChange, tellRoom } from '../tell-message.ts';

/**
 * Stores the message, then acknowledges it and sends it to everybody in the conversation. A retry of a stored message is sent
 * again too: the first instance may have died before sending, and clients merge messages by id.
 */
export const sendMessage = defineChatEvent({
  name: 'sendMessage',
  handle: (
    context,
    socket,
    { text, clientId, replyTo, pictures = [], mentions = [], ...payload },
  ): Promise<SentMessage> => {
    const senderId = socket.data.user._id;
    const place = placeIn(payload);
    // Queued before the first await, so that one socket's messages are stored in the order they were sent.
    return context.inOrder(place.roomId ?? [senderId, place.peerId].sort().join(':'), async () => {
      requireToken(context.messageBucket(senderId));
      await requireMayWrite(context, socket);
      const stored = await storeMessage(context.deps, { senderId, place, text, clientId, replyTo, pictures, mentions });
      const { id, seq, created_at, rev, deleted_at } = stored.message;
      if (place.roomId !== undefined) await tellRoom(context, { roomId: place.roomId, senderId, messageId: id });
      else {
        if (deleted_at === null) await tell(context, socket, { ...stored, recipientId: place.peerId, clientId });
        if (rev > 0) await tellChange(context, id, [senderId, place.peerId]);
      }
      return { _id: id, seq, createdAt: iso(created_at), ...(clientId !== undefined && { clientId }) };
    });
  },
});

/** Sockets of people whose address is confirmed cost nothing here. */
async function requireMayWrite({ deps: { db } }: ChatContext, { data }: ChatSocket): Promise<void> {
  if (data.isUnverified)
    data.isUnverified = (await findCredentials(db, { userId: data.user._id }))?.isUnverified !== false;
  requireVerified(data);
}

interface Told extends Awaited<ReturnType<typeof storeMessage>> {
  recipientId: string;
  clientId: string | undefined;
}

async function tell(
  { io, deps }: ChatContext,
  socket: ChatSocket,
  { message, stored, parts, recipientId, clientId }: Told,
): Promise<void> {
  // The name may have changed since the handshake.
  const sender = (await chatPerson(deps.db, message.sender_id, message.sender_id)) ?? socket.data.user;
  const { _id: senderId, ...names } = sender;
  const { id: _id, seq, text } = message;
  const event: MessageReceived = { ...names, text, _id, seq, senderId, createdAt: iso(message.created_at), ...parts };
  io.to(rooms.user(recipientId)).emit('messageReceived', { ...event, peerId: senderId });
  io.to(rooms.user(senderId)).emit('messageReceived', {
    ...event,
    peerId: recipientId,
    ...(clientId !== undefined && { clientId }),
  });
  if (stored) io.to(rooms.user(recipientId)).emit('notification', { kind: 'message', actor: sender, messageId: _id });
}

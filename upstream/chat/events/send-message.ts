import type { MessageReceived, SentMessage } from '#shared/api/events.ts';
import { requireVerified } from '#upstream/http/api-error.ts';
import type { StoredMessage } from '../backend/backend.ts';
import { defineChatEvent, requireToken } from '../chat-event.ts';
import type { ChatContext, ChatSocket } from '../chat-socket.ts';
import { placeIn } from '../place.ts';
import { rooms } from '../rooms.ts';
import { tellChange } from '../tell-change.ts';
import { tellRoom } from '../tell-room.ts';

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
      const message = await context.backend.append({ senderId, place, text, clientId, replyTo, pictures, mentions });
      if (place.roomId !== undefined)
        await tellRoom(context, { roomId: place.roomId, senderId, messageId: message._id });
      else {
        if (!message.isDeleted) tell(context, socket, place.peerId, message);
        if (message.isChanged) await tellChange(context, message._id, [senderId, place.peerId]);
      }
      const { _id, seq, createdAt } = message;
      return { _id, seq, createdAt, ...(clientId === undefined ? {} : { clientId }) };
    });
  },
});

/** Sockets of people whose address is confirmed cost nothing here. */
async function requireMayWrite({ backend }: ChatContext, { data }: ChatSocket): Promise<void> {
  if (data.isUnverified) data.isUnverified = !(await backend.mayWrite(data.user._id));
  requireVerified(data);
}

function tell({ io }: ChatContext, socket: ChatSocket, recipientId: string, message: StoredMessage): void {
  const user = message.sender ?? socket.data.user;
  const { _id, seq, text, createdAt, clientId, replyTo, pictures } = message;
  const { firstName, lastName, photoUrl } = user;
  const event: MessageReceived = {
    firstName,
    lastName,
    ...(photoUrl === undefined ? {} : { photoUrl }),
    text,
    _id,
    seq,
    senderId: user._id,
    createdAt,
    ...(replyTo && { replyTo }),
    ...(pictures && { pictures }),
  };
  io.to(rooms.user(recipientId)).emit('messageReceived', { ...event, peerId: user._id });
  io.to(rooms.user(user._id)).emit('messageReceived', {
    ...event,
    peerId: recipientId,
    ...(clientId === undefined ? {} : { clientId }),
  });
  if (message.isNew)
    io.to(rooms.user(recipientId)).emit('notification', { kind: 'message', actor: user, messageId: _id });
}

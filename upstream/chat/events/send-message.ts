import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import type { MessageReceived, SentMessage } from '#shared/socket-events.ts';
import { requireVerified } from '#upstream/http/api-error.ts';
import type { StoredMessage } from '../backend/backend.ts';
import { defineChatEvent, idSchema, requireToken } from '../chat-event.ts';
import type { ChatContext, ChatSocket } from '../chat-socket.ts';
import { rooms } from '../rooms.ts';

const schema = z.object({
  targetUserId: idSchema,
  text: z
    .string('A message is a text.')
    .max(limits.chatMessage.max, `A message has at most ${limits.chatMessage.max} characters.`)
    .refine((text) => text.trim() !== '', 'A message needs a text.')
    // PostgreSQL cannot store U+0000, and no keyboard types it.
    .refine((text) => !text.includes('\0'), 'A message cannot hold a NUL character.')
    .transform((text) => text.toWellFormed()),
  clientId: z
    .string()
    .regex(/^[\w-]+$/, 'A clientId has letters, digits, - and _.')
    .max(limits.clientId.max)
    .optional(),
});

/**
 * Stores the message, then acknowledges it and sends it to both people. A retry of a stored message is sent again too:
 * the first instance may have died before sending, and clients merge messages by id.
 */
export const sendMessage = defineChatEvent({
  name: 'sendMessage',
  schema,
  handle: (context, socket, { targetUserId, text, clientId }): Promise<SentMessage> => {
    const senderId = socket.data.user._id;
    // Queued before the first await, so that one socket's messages are stored in the order they were sent.
    return context.inOrder([senderId, targetUserId].sort().join(':'), async () => {
      requireToken(context.messageBucket(senderId));
      await requireMayWrite(context, socket);
      const message = await context.backend.append({ senderId, recipientId: targetUserId, text, clientId });
      tell(context, socket, targetUserId, message);
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
  const { _id, seq, text, createdAt, clientId } = message;
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
  };
  io.to(rooms.user(recipientId)).emit('messageReceived', { ...event, peerId: user._id });
  io.to(rooms.user(user._id)).emit('messageReceived', {
    ...event,
    peerId: recipientId,
    ...(clientId === undefined ? {} : { clientId }),
  });
  if (message.isNew) io.to(rooms.user(recipientId)).emit('notification', { kind: 'message', user, messageId: _id });
}

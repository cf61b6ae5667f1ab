import type { SentMessage } from '#shared/api/events.ts';
import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { storeMessage } from '#upstream/features/chat/store-message.ts';
import { requireVerified } from '#upstream/http/api-error.ts';
import { iso } from '#upstream/iso.ts';
import { defineChatEvent, requireToken } from '../chat-event.ts';
import type { ChatContext, ChatSocket } from '../chat-socket.ts';
import { placeIn } from '../place.ts';
import { tellStored } from '../tell-message.ts';

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
      const { id, seq, created_at } = stored.message;
      await tellStored(context, place, stored);
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

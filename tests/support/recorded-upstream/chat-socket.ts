import { createHash } from 'node:crypto';
import type { Server, Socket } from 'socket.io';
import { findChat } from './chat-routes.ts';
import { type Context, databaseCall } from './context.ts';
import { type ChatDocument, pick } from './documents.ts';
import { castObjectId, newObjectId } from './object-id.ts';

type Payload = Record<string, unknown>;

/** The recorded chat: nobody is asked who they are, nothing is acknowledged, ids are believed. */
export function attachChat(io: Server, context: Context): void {
  io.on('connection', (socket: Socket) => {
    socket.on('joinChat', (payload: Payload | null | undefined) => {
      if (payload === null || payload === undefined) {
        context.crash('joinChat without a payload');
        return;
      }
      const { userId, targetUserId } = payload;
      void socket.join(roomOf(userId, targetUserId));
      context.joins.push({ userId, targetUserId });
      context.joined.emit('join');
    });

    socket.on('sendMessage', (payload: Payload | null | undefined) => {
      if (payload === null || payload === undefined) {
        context.crash('sendMessage without a payload');
        return;
      }
      void relay(io, context, payload);
    });
  });
}

async function relay(io: Server, context: Context, payload: Payload): Promise<void> {
  try {
    const sender = castObjectId(payload.userId, 'User');
    const target = castObjectId(payload.targetUserId, 'User');
    if (payload.text === undefined || payload.text === null || payload.text === '') return;
    const found = findChat(context, sender, target);
    // Between the look-up and the write others may pass: several first messages make several chats.
    await databaseCall(context);
    const chat = found ?? newChat(context, sender, target);
    const now = new Date().toISOString();
    chat.messages.push({
      senderId: sender,
      text: String(payload.text),
      _id: newObjectId(),
      createdAt: now,
      updatedAt: now,
    });
    const event = pick(payload, ['firstName', 'lastName', 'photoUrl', 'text']);
    io.to(roomOf(payload.userId, payload.targetUserId)).emit('messageReceived', event);
  } catch {
    // The recorded service logs the error and goes on; the sender hears nothing.
  }
}

function newChat({ documents }: Context, sender: string, target: string): ChatDocument {
  const chat: ChatDocument = { _id: newObjectId(), participants: [sender, target], messages: [], __v: 0 };
  documents.chats.push(chat);
  return chat;
}

/** Symmetric in the two ids. */
function roomOf(one: unknown, other: unknown): string {
  return createHash('sha256').update([one, other].sort().join('_')).digest('hex');
}

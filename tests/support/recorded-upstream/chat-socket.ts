import { setImmediate as databaseCall } from 'node:timers/promises';
import type { Server, Socket } from 'socket.io';
import { type Context, castObjectId } from './context.ts';
import { type ChatDocument, newObjectId, pick } from './network.ts';
import { findChat } from './people-routes.ts';

type Payload = Record<string, unknown>;

/** The recorded chat: nobody is asked who they are, nothing is acknowledged, ids are believed. */
export function attachChat(io: Server, context: Context): void {
  io.on('connection', (socket: Socket) => {
    socket.on('joinChat', (payload: Payload | null) => {
      if (payload === null) return context.crash('joinChat without a payload');
      const { userId, targetUserId } = payload;
      void socket.join(roomOf(userId, targetUserId));
      context.joins.push({ userId, targetUserId });
    });

    socket.on('sendMessage', async (payload: Payload) => {
      // The recorded service logs an error and goes on; the sender hears nothing.
      await relay(io, context, payload).catch(() => undefined);
    });
  });
}

async function relay(io: Server, context: Context, payload: Payload): Promise<void> {
  const [senderId, target] = [castObjectId(payload.userId), castObjectId(payload.targetUserId)];
  if (!payload.text) return;
  const found = findChat(context, senderId, target);
  // Between the look-up and the write others may pass: several first messages make several chats.
  await databaseCall();
  const chat = found ?? newChat(context, senderId, target);
  const now = new Date().toISOString();
  chat.messages.push({ senderId, text: String(payload.text), _id: newObjectId(), createdAt: now, updatedAt: now });
  const event = pick(payload, ['firstName', 'lastName', 'photoUrl', 'text']);
  io.to(roomOf(senderId, target)).emit('messageReceived', event);
}

function newChat({ documents }: Context, one: string, other: string): ChatDocument {
  const chat: ChatDocument = { _id: newObjectId(), participants: [one, other], messages: [] };
  documents.chats.push(chat);
  return chat;
}

/** Symmetric in the two ids. */
function roomOf(one: unknown, other: unknown): string {
  return [one, other].sort().join('_');
}

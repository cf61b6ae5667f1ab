import { z } from 'zod';
import {
  type ChatMessage,
  chatMessageSchema,
  editMessageSchema,
  type ReactionsReply,
  reactionsReplySchema,
} from '#shared/api/chat.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound, requireVerified } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import {
  addReaction,
  deleteMessage,
  editMessage,
  emojiSchema,
  type ReactionChange,
  removeReaction,
} from './change-message.ts';
import type { ChangedMessage, MessageChange } from './hold-message.ts';
import { readMessageAs } from './read-messages.ts';

const route = routesOf({ tag: 'chat' });

/** Changes of messages that are there. New ones come over Socket.IO. */
export function messageRoutes(deps: Deps): Route[] {
  const { db, engine, events, limits, now } = deps;

  async function change(work: (trx: Trx) => Promise<ChangedMessage | undefined>): Promise<void> {
    const changed = await transact(db, work);
    if (!changed) return;
    const { messageId, toldIds, noticesReadOf = [] } = changed;
    events.emit('messageChanged', { messageId, toldIds });
    for (const userId of noticesReadOf) events.emit('notificationsRead', { userId });
  }

  async function read({ userId, messageId }: Omit<MessageChange, 'now'>): Promise<ChatMessage> {
    const found = await readMessageAs(db, userId, messageId);
    // The connection was removed meanwhile.
    if (!found) throw notFound('This message is not here.');
    return found.message;
  }

  async function react(
    work: (trx: Trx, change: ReactionChange) => Promise<ChangedMessage | undefined>,
    { userId, messageId, emoji }: Omit<ReactionChange, 'now'>,
  ): Promise<ReactionsReply> {
    await limits.take('reactions', userId);
    await change((trx) => work(trx, { userId, messageId, emoji, now: now() }));
    return { reactions: (await read({ userId, messageId })).reactions ?? [] };
  }

  return [
    route({
      method: 'PATCH',
      path: '/message/:messageId',
      summary: 'Changes the text of an own message of the last 15 minutes',
      capability: 'chat.edit',
      body: editMessageSchema,
      reply: chatMessageSchema,
      async handle({ params, body, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        await limits.take('message-changes', userId);
        await change((trx) => editMessage(trx, engine, { userId, ...params, ...body, now: now() }));
        return read({ userId, ...params });
      },
    }),
    route({
      method: 'DELETE',
      path: '/message/:messageId',
      summary: 'Deletes an own message of the last 15 minutes: its place in the conversation stays',
      capability: 'chat.edit',
      status: 204,
      reply: z.undefined(),
      async handle({ params, viewer, res }) {
        const { userId } = viewer;
        await limits.take('message-changes', userId);
        await change((trx) => deleteMessage(trx, engine, { userId, ...params, now: now() }));
        res.status(204).end();
      },
    }),
    route({
      method: 'PUT',
      path: '/message/:messageId/reaction/:emoji',
      summary: 'Reacts to a message with an emoji; a person chooses each emoji once',
      capability: 'chat.reactions',
      params: { emoji: emojiSchema },
      reply: reactionsReplySchema,
      async handle({ params, viewer }) {
        requireVerified(viewer);
        await requireRoom(db, deps.quotas, 'reactions', { userId: viewer.userId });
        return react((trx, asked) => addReaction(trx, engine, asked), { userId: viewer.userId, ...params });
      },
    }),
    route({
      method: 'DELETE',
      path: '/message/:messageId/reaction/:emoji',
      summary: 'Takes an own reaction back',
      capability: 'chat.reactions',
      params: { emoji: emojiSchema },
      reply: reactionsReplySchema,
      async handle({ params, viewer }) {
        return react((trx, asked) => removeReaction(trx, engine, asked), { userId: viewer.userId, ...params });
      },
    }),
  ];
}

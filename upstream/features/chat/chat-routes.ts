import { z } from 'zod';
import { chatReplySchema, conversationsReplySchema } from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { cutTimePage, timePageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { newId } from '#upstream/ids.ts';
import { findUsers } from '../people/people-store.ts';
import { preferencesOfMany } from '../preferences/preferences-store.ts';
import { areConnected } from '../requests/relations.ts';
import { findConversation } from '../visibility/messages.ts';
import { countUnread, listConversations, presentConversations } from './conversation-list.ts';
import { readPage, readUpTo } from './read-messages.ts';

const route = routesOf({ tag: 'chat' });

/** Which messages of a conversation are asked for. */
export const historySchema = z.object({
  before: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'This is no message of this conversation.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(limits.chatPage.max).default(limits.chatPage.default),
});

export function chatRoutes({ db, now }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/chat/:userId',
      summary:
        'The conversation with a connected, blocked, suspended or deleted person: the last messages, oldest first',
      query: historySchema,
      reply: chatReplySchema,
      async handle({ params, query, viewer }) {
        const { userId } = params;
        const ids = [viewer.userId, userId];
        const conversation = await findConversation(db, viewer.userId, { peerId: userId });
        // Without any message there is no conversation yet. Clients expect an `_id`, so a throw-away one is sent.
        if (!conversation) {
          if (!(await areConnected(db, viewer.userId, userId))) throw notFound('You are not connected.');
          const people = await findUsers(db, viewer.userId, ids);
          const participants = ids.map((id) => people.get(id) ?? null);
          return {
            chat: { _id: newId(now()), participants, messages: [], readUpTo: null, unread: 0, hasMore: false },
            rev: 0,
          };
        }
        const { messages, hasMore, reader } = await readPage(db, conversation, query);
        // The messages with somebody whose account is gone, for all or by a block, stay readable.
        const closed = !reader.here.has(userId);
        const isReadShown = !closed && (await haveReceipts(db, ids));
        return {
          chat: {
            _id: conversation.id,
            participants: ids.map((id) => reader.people.get(id) ?? null),
            messages,
            readUpTo: isReadShown ? await readUpTo(db, conversation, userId) : null,
            unread: conversation.unread,
            hasMore,
            ...(closed && { closed }),
            ...(reader.blocked.has(userId) && { blocked: true as const }),
          },
          rev: conversation.rev,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/chats',
      summary: 'The conversations of the caller, rooms of projects among them, the last spoken first',
      capability: 'chat.list',
      query: timePageSchema,
      reply: conversationsReplySchema,
      async handle({ query, viewer }) {
        const { cursor: after, limit } = query;
        const found = await listConversations(db, viewer.userId, { limit, after });
        const unread = await countUnread(db, viewer.userId);
        const { rows, nextCursor } = cutTimePage(found, limit, 'last_message_at');
        const items = await presentConversations(db, viewer.userId, rows);
        return { items, nextCursor, unreadTotal: unread.messages, unreadConversations: unread.conversations };
      },
    }),
  ];
}

/** Receipts are shown between people who both have them on. */
async function haveReceipts(db: Db, ids: readonly string[]): Promise<boolean> {
  const chosen = await preferencesOfMany(db, ids);
  return ids.every((userId) => chosen.get(userId)?.privacy.receipts === true);
}

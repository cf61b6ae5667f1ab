import { z } from 'zod';
import type { ChatMessage, ChatReply, ConversationsReply } from '#shared/api/chat.ts';
import { pageQuerySchema } from '#shared/api/search.ts';
import type { User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, notFound } from '#upstream/http/api-error.ts';
import { cutPage } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { newId } from '#upstream/ids.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { preferencesOfMany } from '../preferences/preferences-store.ts';
import { areConnected } from '../requests/request-store.ts';
import { findConversation, type VisibleMessage } from '../visibility/messages.ts';
import { findBlockedPeople } from '../visibility/people.ts';
import { clientIdOf, countUnread, listConversations, readMessages, readUpTo, seqOf, unreadOf } from './chat-store.ts';
import { shownText } from './hidden-message.ts';

const historySchema = z.object({
  before: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'This is no message of this conversation.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(limits.chatPage.max).default(limits.chatPage.default),
});

const cursorPattern = /^(\d{1,15})\.([0-9a-f]{24})$/;
const conversationsSchema = pageQuerySchema.extend({
  cursor: z.string().regex(cursorPattern, 'This is no cursor of this list.').optional(),
});

export function chatRoutes({ db, now }: Deps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/chat/:userId',
      summary:
        'The conversation with a connected, blocked, suspended or deleted person: the last messages, oldest first',
      tag: 'chat',
      access: 'session',
      query: historySchema,
      async handle({ params, query, viewer }): Promise<ChatReply> {
        const { userId } = params;
        const isConnected = await areConnected(db, viewer.userId, userId);
        const people = await findUsers(db, viewer.userId, [viewer.userId, userId]);
        const conversation = await findConversation(db, viewer.userId, userId);
        // The messages with somebody whose account is gone, for all or by a block, stay readable.
        const closed = conversation !== undefined && !people.has(userId);
        if (!isConnected && !closed) throw notFound('You are not connected.');
        const blocked = closed ? (await findBlockedPeople(db, viewer.userId, [userId])).get(userId) : undefined;
        if (closed) people.set(userId, blocked ?? formerMember(userId));
        const participants = [viewer.userId, userId].map((id) => people.get(id) ?? null);
        // Without any message there is no conversation yet. Clients expect an `_id`, so a throw-away one is sent.
        if (!conversation)
          return { chat: { _id: newId(now()), participants, messages: [], readUpTo: null, unread: 0, hasMore: false } };
        const beforeSeq = query.before === undefined ? undefined : await seqOf(db, conversation, query.before);
        if (query.before !== undefined && beforeSeq === undefined)
          throw new ApiError('invalid_request', 'The address has a parameter that is not right.', {
            fields: { before: 'This is no message of this conversation.' },
          });
        const { messages, hasMore } = await readMessages(db, conversation, { beforeSeq, limit: query.limit });
        return {
          chat: {
            _id: conversation.id,
            participants,
            messages: messages.map((row) => presentMessage(row, people, viewer.userId)),
            readUpTo:
              closed || !(await haveReceipts(db, viewer.userId, userId))
                ? null
                : await readUpTo(db, conversation, userId),
            unread: unreadOf(conversation, viewer.userId),
            hasMore,
            ...(closed && { closed }),
            ...(blocked && { blocked: true }),
          },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/chats',
      summary: 'The conversations of the caller, the last spoken first',
      tag: 'chat',
      access: 'session',
      capability: 'chat.list',
      query: conversationsSchema,
      async handle({ query, viewer }): Promise<ConversationsReply> {
        const [, at, id = ''] = cursorPattern.exec(query.cursor ?? '') ?? [];
        const after = at === undefined ? undefined : { at: Number(at), id };
        const found = await listConversations(db, viewer.userId, { limit: query.limit, after });
        const { rows, nextCursor } = cutPage(found, query.limit, (last) => `${last.last_message_at}.${last.id}`);
        const unread = await countUnread(db, viewer.userId);
        const peers = rows.map((row) => row.peer_id);
        const people = await findUsers(db, viewer.userId, peers);
        const blocked = await findBlockedPeople(
          db,
          viewer.userId,
          peers.filter((id) => !people.has(id)),
        );
        return {
          items: rows.map((row) => {
            const user = people.get(row.peer_id) ?? blocked.get(row.peer_id) ?? formerMember(row.peer_id);
            const createdAt = new Date(row.created_at).toISOString();
            const { text } = shownText(row);
            const lastMessage = { _id: row.message_id, text, senderId: row.sender_id, createdAt };
            return {
              user,
              lastMessage,
              unread: row.unread,
              ...(blocked.has(row.peer_id) && { blocked: true as const }),
            };
          }),
          nextCursor,
          unreadTotal: unread.messages,
          unreadConversations: unread.conversations,
        };
      },
    }),
  ];
}

/** Receipts are shown between people who both have them on. */
async function haveReceipts(db: Db, one: string, other: string): Promise<boolean> {
  const chosen = await preferencesOfMany(db, [one, other]);
  return [one, other].every((userId) => chosen.get(userId)?.privacy.receipts === true);
}

/** The sender with the fields that a conversation shows; the full records are in `participants`. */
function presentMessage(row: VisibleMessage, people: ReadonlyMap<string, User>, viewerId: string): ChatMessage {
  const sender = people.get(row.sender_id);
  const clientId = row.sender_id === viewerId ? clientIdOf(row) : undefined;
  return {
    _id: row.id,
    seq: row.seq,
    senderId: sender
      ? {
          _id: sender._id,
          firstName: sender.firstName,
          lastName: sender.lastName,
          ...(sender.photoUrl && { photoUrl: sender.photoUrl }),
        }
      : null,
    ...shownText(row),
    createdAt: new Date(row.created_at).toISOString(),
    ...(clientId !== undefined && { clientId }),
  };
}

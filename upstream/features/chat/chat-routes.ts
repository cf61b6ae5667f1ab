import { z } from 'zod';
import {
  allConversationsReplySchema,
  type Conversation,
  chatReplySchema,
  conversationsReplySchema,
} from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { invalidParameter, notFound } from '#upstream/http/api-error.ts';
import { timeCursor } from '#upstream/http/cursor.ts';
import { cutPage, timePageSchema } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { newId } from '#upstream/ids.ts';
import { iso } from '#upstream/iso.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { preferencesOfMany } from '../preferences/preferences-store.ts';
import { areConnected } from '../requests/relations.ts';
import { findConversation, type VisibleConversation } from '../visibility/messages.ts';
import { findBlockedPeople } from '../visibility/people.ts';
import { type ConversationSummary, countUnread, listConversations } from './conversation-list.ts';
import { readMessages, seqOf } from './message-pages.ts';
import { presentMessages, shownLine } from './present-messages.ts';
import { readUpTo, unreadOf } from './read-marks.ts';
import { listRooms } from './room-list.ts';

/** Which messages of a conversation are asked for. */
export const historySchema = z.object({
  before: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'This is no message of this conversation.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(limits.chatPage.max).default(limits.chatPage.default),
});

const conversationsSchema = timePageSchema.extend({
  /** `1` for the rooms of projects, too. */
  rooms: z.literal('1').optional(),
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
      reply: chatReplySchema,
      async handle({ params, query, viewer }) {
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
          return {
            chat: { _id: newId(now()), participants, messages: [], readUpTo: null, unread: 0, hasMore: false },
            rev: 0,
          };
        const reader = { viewerId: viewer.userId, people, isGone: () => closed };
        const { messages, hasMore } = await readPage(db, conversation, query);
        return {
          chat: {
            _id: conversation.id,
            participants,
            messages: await presentMessages(db, messages, reader),
            readUpTo:
              closed || !(await haveReceipts(db, viewer.userId, userId))
                ? null
                : await readUpTo(db, conversation, userId),
            unread: unreadOf(conversation, viewer.userId),
            hasMore,
            ...(closed && { closed }),
            ...(blocked && { blocked: true as const }),
          },
          rev: conversation.rev,
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
      reply: z.union([conversationsReplySchema, allConversationsReplySchema]),
      async handle({ query, viewer }) {
        const { cursor: after } = query;
        const chats = await listConversations(db, viewer.userId, { limit: query.limit, after });
        const unread = await countUnread(db, viewer.userId);
        if (query.rooms === undefined) {
          const { rows, nextCursor } = cutPage(chats, query.limit, cursorOf);
          const items = [...(await presentChats(viewer.userId, rows)).values()];
          return { items, nextCursor, unreadTotal: unread.messages, unreadConversations: unread.conversations };
        }
        const rooms = await listRooms(db, viewer.userId, { limit: query.limit, after });
        const all = [...chats, ...rooms.rows].sort(lastSpokenFirst);
        const { rows, nextCursor } = cutPage(all, query.limit, cursorOf);
        const shownRooms = await rooms.present(rooms.rows.filter((row) => rows.includes(row)));
        const shownChats = await presentChats(
          viewer.userId,
          chats.filter((row) => rows.includes(row)),
        );
        return {
          items: rows.flatMap((row) => shownRooms.get(row.id) ?? shownChats.get(row.id) ?? []),
          nextCursor,
          unreadTotal: unread.messages + rooms.unread.messages,
          unreadConversations: unread.conversations + rooms.unread.conversations,
        };
      },
    }),
  ];

  async function presentChats(
    viewerId: string,
    rows: readonly ConversationSummary[],
  ): Promise<Map<string, Conversation>> {
    const peers = rows.map((row) => row.peer_id);
    const people = await findUsers(db, viewerId, peers);
    const blocked = await findBlockedPeople(
      db,
      viewerId,
      peers.filter((id) => !people.has(id)),
    );
    return new Map(
      rows.map((row) => {
        const user = people.get(row.peer_id) ?? blocked.get(row.peer_id) ?? formerMember(row.peer_id);
        const lastMessage = {
          ...{ _id: row.message_id, text: shownLine(row), senderId: row.sender_id, createdAt: iso(row.created_at) },
          ...(row.deleted_at !== null && { deletedAt: iso(row.deleted_at) }),
        };
        const isBlocked = blocked.has(row.peer_id) && { blocked: true as const };
        return [row.id, { user, lastMessage, unread: row.unread, ...isBlocked }];
      }),
    );
  }
}

interface Spoken {
  id: string;
  last_message_at: number;
}

function lastSpokenFirst(a: Spoken, b: Spoken): number {
  return b.last_message_at - a.last_message_at || (a.id < b.id ? 1 : -1);
}

function cursorOf({ id, last_message_at }: Spoken): string {
  return timeCursor.encode({ time: last_message_at, id });
}

/** Throws 400 where `before` is no message of the conversation. */
export async function readPage(
  db: Db,
  conversation: VisibleConversation,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const beforeSeq = before === undefined ? undefined : await seqOf(db, conversation, before);
  if (before !== undefined && beforeSeq === undefined)
    throw invalidParameter({ before: 'This is no message of this conversation.' });
  return readMessages(db, conversation, { beforeSeq, limit });
}

/** Receipts are shown between people who both have them on. */
async function haveReceipts(db: Db, one: string, other: string): Promise<boolean> {
  const chosen = await preferencesOfMany(db, [one, other]);
  return [one, other].every((userId) => chosen.get(userId)?.privacy.receipts === true);
}

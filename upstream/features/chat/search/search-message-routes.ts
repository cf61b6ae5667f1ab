import { messageSearchQuerySchema, messageSearchReplySchema } from '#shared/api/chat.ts';
import type { Deps } from '#upstream/deps.ts';
import { messagesAround, type Place, searchedConversations } from '#upstream/features/visibility/messages.ts';
import { findRoomProject } from '#upstream/features/visibility/rooms.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { presentMessages } from '../present-messages.ts';
import { readerOf } from '../reader.ts';
import { noRoom } from '../room-store.ts';
import { indexWaiting } from './message-words.ts';
import { searchMessages } from './search-messages.ts';

const route = routesOf({ tag: 'search', capability: 'chat.search' });

/** Conversations with messages that are not indexed yet, of which a search indexes a batch each before it looks. */
const indexedMost = 20;

export function searchMessageRoutes({ db, engine, limits }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/search/messages',
      summary: 'Messages of the caller’s conversations with all these words, the newest first',
      query: messageSearchQuerySchema,
      reply: messageSearchReplySchema,
      async handle({ query: asked, viewer }) {
        const { userId: viewerId } = viewer;
        const project = asked.room === undefined ? undefined : await findRoomProject(db, viewerId, asked.room);
        if (asked.room !== undefined && !project) throw noRoom();
        await limits.take('message-searches', viewerId);
        const conversations = await searchedConversations(db, viewerId, placeOf(asked));
        const behind = conversations.filter(({ words_seq, last_seq }) => words_seq < last_seq).map(({ id }) => id);
        if (behind.length > 0) await indexWaiting(db, behind.slice(0, indexedMost), indexedMost);
        const { hits, nextCursor } = await searchMessages(db, engine, { ...asked, conversations });
        const places = await messagesAround(db, viewerId, conversations, hits);
        const rows = places.flatMap(({ before, message, after }) =>
          [before, message, after].flatMap((row) => row ?? []),
        );
        const found = conversations.filter(({ id }) => rows.some((row) => row.conversation_id === id));
        const reader = await readerOf(db, viewerId, rows, found);
        const shown = new Map((await presentMessages(db, rows, reader)).map((message) => [message._id, message]));
        const one = (row: { id: string } | undefined) => (row && shown.get(row.id)) ?? null;
        const peers = new Map(found.map(({ id, peer_id }) => [id, reader.people.get(peer_id ?? '')]));
        const items = places.flatMap(({ message: row, before, after }) => {
          const [message, peer] = [one(row), peers.get(row.conversation_id)];
          const where = project ? { project: { _id: project.id, projectName: project.name } } : peer && { peer };
          return message && where ? [{ message, ...where, before: one(before), after: one(after) }] : [];
        });
        return { items, nextCursor };
      },
    }),
  ];
}

function placeOf({ room, with: peerId }: { room?: string | undefined; with?: string | undefined }): Place | undefined {
  if (room !== undefined) return { roomId: room };
  return peerId === undefined ? undefined : { peerId };
}

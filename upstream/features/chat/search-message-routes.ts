import { type FoundMessage, messageSearchQuerySchema, messageSearchReplySchema } from '#shared/api/chat.ts';
import type { Deps } from '#upstream/deps.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import { messagesAround, readableConversations, searchedRoom, type VisibleMessage } from '../visibility/messages.ts';
import { findBlockedPeople } from '../visibility/people.ts';
import type { VisibleProject } from '../visibility/projects.ts';
import { findRoomProject } from '../visibility/rooms.ts';
import { indexWaiting } from './message-words.ts';
import { presentMessages, roomReader } from './present-messages.ts';
import { noRoom } from './room-store.ts';
import { searchMessages } from './search-messages.ts';

/** Conversations with messages that are not indexed yet, of which a search indexes a batch each before it looks. */
const indexedMost = 20;

interface FoundPlace {
  message: VisibleMessage;
  before?: VisibleMessage;
  after?: VisibleMessage;
}

function rowsOf(places: readonly FoundPlace[]): VisibleMessage[] {
  return places.flatMap(({ message, before, after }) => [before, message, after].flatMap((row) => row ?? []));
}

export function searchMessageRoutes({ db, engine, limits }: Deps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/search/messages',
      summary: 'Messages of the caller’s conversations with all these words, the newest first',
      tag: 'search',
      access: 'session',
      capability: 'chat.search',
      query: messageSearchQuerySchema,
      reply: messageSearchReplySchema,
      async handle({ query: asked, viewer }) {
        const { userId: viewerId } = viewer;
        const project = asked.room === undefined ? undefined : await findRoomProject(db, viewerId, asked.room);
        if (asked.room !== undefined && !project) throw noRoom();
        await limits.take('message-searches', viewerId);
        const conversations = project
          ? await searchedRoom(db, viewerId, project.id)
          : await readableConversations(db, viewerId, asked.with);
        const behind = conversations.filter(({ words_seq, last_seq }) => words_seq < last_seq).map(({ id }) => id);
        if (behind.length > 0) await indexWaiting(db, behind.slice(0, indexedMost), indexedMost);
        const { hits, nextCursor } = await searchMessages(db, engine, { ...asked, conversations });
        const places = await messagesAround(db, conversations, hits, project && viewerId);
        const items = project
          ? await presentOfRoom(viewerId, project, places)
          : await present(viewerId, conversations, places);
        return { items, nextCursor };
      },
    }),
  ];

  async function presentOfRoom(
    viewerId: string,
    { id, name }: VisibleProject,
    places: readonly FoundPlace[],
  ): Promise<FoundMessage[]> {
    const rows = rowsOf(places);
    const messages = await presentMessages(db, rows, await roomReader(db, viewerId, rows));
    const shown = new Map(messages.map((message) => [message._id, message]));
    return places.flatMap(({ message, before, after }) => {
      const found = shown.get(message.id);
      if (!found) return [];
      const [one, other] = [before, after].map((row) => (row && shown.get(row.id)) ?? null);
      return [{ message: found, project: { _id: id, projectName: name }, before: one ?? null, after: other ?? null }];
    });
  }

  async function present(
    viewerId: string,
    conversations: readonly { id: string; peer_id: string | null }[],
    places: readonly FoundPlace[],
  ): Promise<FoundMessage[]> {
    const peerIds = new Map(conversations.map(({ id, peer_id }) => [id, peer_id]));
    const peers = [...new Set(places.flatMap(({ message }) => peerIds.get(message.conversation_id) ?? []))];
    const people = await findUsers(db, viewerId, [viewerId, ...peers]);
    const blocked = await findBlockedPeople(
      db,
      viewerId,
      peers.filter((id) => !people.has(id)),
    );
    const everyone = new Map(people);
    for (const id of peers) if (!people.has(id)) everyone.set(id, blocked.get(id) ?? formerMember(id));
    const peerOf = (row: VisibleMessage) => peerIds.get(row.conversation_id) ?? '';
    const rows = rowsOf(places);
    const reader = { viewerId, people: everyone, isGone: (row: VisibleMessage) => !people.has(peerOf(row)) };
    const shown = new Map((await presentMessages(db, rows, reader)).map((message) => [message._id, message]));
    const one = (row: VisibleMessage | undefined) => (row && shown.get(row.id)) ?? null;
    const items: FoundMessage[] = [];
    for (const { message, before, after } of places) {
      const [found, peer] = [one(message), everyone.get(peerOf(message))];
      if (found && peer) items.push({ message: found, peer, before: one(before), after: one(after) });
    }
    return items;
  }
}

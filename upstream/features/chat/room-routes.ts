import { roomReplySchema } from '#shared/api/chat.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { requireVerified } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { findUsers } from '../people/people-store.ts';
import { findConversation, type VisibleConversation } from '../visibility/messages.ts';
import { findRoomProject, hasUnseenPeople, roomPeople } from '../visibility/rooms.ts';
import { historySchema } from './chat-routes.ts';
import { presentMessages } from './present-messages.ts';
import { readPage } from './read-messages.ts';
import { readerOf } from './reader.ts';
import { chooseIn, noRoom, pinMessage, pinnedMessages } from './room-store.ts';

const route = routesOf({ tag: 'chat', capability: 'projects.room' });

/** The room of a project. What happens to its messages is the same as in the chat of two people. */
export function roomRoutes(deps: Deps): Route[] {
  const { db, engine, events, limits, now } = deps;

  /** Pins a message of a room, or takes the pin off. */
  const pin = (method: 'PUT' | 'DELETE', summary: string, message: string) =>
    route({
      ...{ method, path: '/room/:projectId/pin/:messageId', summary, reply: messageSchema },
      async handle({ params: { projectId: roomId, messageId }, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        await limits.take('message-changes', userId);
        if (!(await findRoomProject(db, userId, roomId))) throw noRoom();
        const change = { userId, messageId, roomId, isPinned: method === 'PUT', now: now() };
        const changed = await transact(db, (trx) => pinMessage(trx, engine, change));
        if (changed) events.emit('messageChanged', changed);
        return { message };
      },
    });

  /** The caller's own choices in a room. */
  const choose = (
    choices: Partial<Record<'muted' | 'told_of_blocks', number>>,
    {
      message,
      ...asked
    }: {
      method: 'PUT' | 'DELETE';
      path: '/room/:projectId/mute' | '/room/:projectId/unseen';
      summary: string;
      message: string;
    },
  ) =>
    route({
      ...asked,
      reply: messageSchema,
      async handle({ params, viewer }) {
        const room = await findConversation(db, viewer.userId, { roomId: params.projectId });
        if (!room) throw noRoom();
        await transact(db, (trx) => chooseIn(trx, room, choices));
        return { message };
      },
    });

  return [
    route({
      method: 'GET',
      path: '/room/:projectId',
      summary: 'The room of a project of the caller, or of which they are a member: the last messages, oldest first',
      query: historySchema,
      reply: roomReplySchema,
      async handle({ params, query, viewer: { userId } }) {
        const project = await findRoomProject(db, userId, params.projectId);
        if (!project) throw noRoom();
        const room = await findConversation(db, userId, { roomId: project.id });
        const ids = await roomPeople(db, userId, project.id);
        const people = await findUsers(db, userId, ids);
        const { messages, hasMore } = room ? await readPage(db, room, query) : { messages: [], hasMore: false };
        return {
          room: {
            _id: project.id,
            project: {
              _id: project.id,
              projectName: project.name,
              ...(project.image_url && { projectImage: project.image_url }),
            },
            members: ids.flatMap((id) => people.get(id) ?? []),
            ...(await ofViewer(room, project.id)),
            hasMore,
          },
          messages,
          rev: room?.rev ?? 0,
        };
      },
    }),
    pin('PUT', 'Pins a message in its room, for everybody there', 'The message is pinned.'),
    pin('DELETE', 'Takes the pin off a message of a room', 'The message is no longer pinned.'),
    choose(
      { muted: 1 },
      {
        ...{ method: 'PUT', path: '/room/:projectId/mute', message: 'This room is muted.' },
        summary: 'Leaves the room out of the caller’s counts of unread messages',
      },
    ),
    choose(
      { muted: 0 },
      {
        ...{ method: 'DELETE', path: '/room/:projectId/mute', message: 'This room is no longer muted.' },
        summary: 'Counts the room’s unread messages again',
      },
    ),
    choose(
      { told_of_blocks: 1 },
      {
        ...{ method: 'DELETE', path: '/room/:projectId/unseen', message: 'This is not said again.' },
        summary:
          'Puts away, for good, the line that somebody in the room and the caller do not see each other’s messages',
      },
    ),
  ];

  async function ofViewer(room: VisibleConversation | undefined, projectId: string) {
    if (!room) return { pinned: [], muted: false, unread: 0 };
    const { viewer_id: viewerId, unread, muted, told_of_blocks } = room;
    const hasUnseen = told_of_blocks === 0 && (await hasUnseenPeople(db, viewerId, projectId));
    const pinned = await pinnedMessages(db, room);
    return {
      pinned: await presentMessages(db, pinned, await readerOf(db, viewerId, pinned, [room])),
      muted: muted === 1,
      ...(hasUnseen && { hasUnseen }),
      unread,
    };
  }
}

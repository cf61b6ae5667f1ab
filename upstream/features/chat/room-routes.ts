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

  async function pin(viewer: { userId: string }, params: Record<'projectId' | 'messageId', string>, isPinned: boolean) {
    const { userId } = viewer;
    const { messageId, projectId: roomId } = params;
    await limits.take('message-changes', userId);
    if (!(await findRoomProject(db, userId, roomId))) throw noRoom();
    const change = { userId, messageId, roomId, isPinned, now: now() };
    const changed = await transact(db, (trx) => pinMessage(trx, engine, change));
    if (changed) events.emit('messageChanged', changed);
  }

  async function choose(
    { userId }: { userId: string },
    projectId: string,
    choices: Partial<Record<'muted' | 'told_of_blocks', number>>,
  ) {
    const room = await findConversation(db, userId, { roomId: projectId });
    if (!room) throw noRoom();
    await transact(db, (trx) => chooseIn(trx, room, choices));
  }

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
    route({
      method: 'PUT',
      path: '/room/:projectId/pin/:messageId',
      summary: 'Pins a message in its room, for everybody there',
      reply: messageSchema,
      async handle({ params, viewer }) {
        requireVerified(viewer);
        await pin(viewer, params, true);
        return { message: 'The message is pinned.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/room/:projectId/pin/:messageId',
      summary: 'Takes the pin off a message of a room',
      reply: messageSchema,
      async handle({ params, viewer }) {
        requireVerified(viewer);
        await pin(viewer, params, false);
        return { message: 'The message is no longer pinned.' };
      },
    }),
    route({
      method: 'PUT',
      path: '/room/:projectId/mute',
      summary: 'Leaves the room out of the caller’s counts of unread messages',
      reply: messageSchema,
      async handle({ params, viewer }) {
        await choose(viewer, params.projectId, { muted: 1 });
        return { message: 'This room is muted.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/room/:projectId/mute',
      summary: 'Counts the room’s unread messages again',
      reply: messageSchema,
      async handle({ params, viewer }) {
        await choose(viewer, params.projectId, { muted: 0 });
        return { message: 'This room is no longer muted.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/room/:projectId/unseen',
      summary:
        'Puts away, for good, the line that somebody in the room and the caller do not see each other’s messages',
      reply: messageSchema,
      async handle({ params, viewer }) {
        await choose(viewer, params.projectId, { told_of_blocks: 1 });
        return { message: 'This is not said again.' };
      },
    }),
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

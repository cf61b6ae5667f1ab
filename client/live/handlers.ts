import { loadOwnUser } from '#client/api/auth-api.ts';
import { baseApi, toldTags } from '#client/api/base-api.ts';
import { isSignedOut } from '#client/api/base-query/base-query.ts';
import { loadedThread, tellThread } from '#client/api/chat/chat-api.ts';
import {
  type ConversationKey,
  conversationHref,
  keyIn,
  roomKey,
  roomOf,
  typingKey,
} from '#client/api/chat/conversation-key.ts';
import {
  applyMessage,
  applyMessageChange,
  applyUnread,
  isMuted,
  listedConversation,
} from '#client/api/chat/conversation-list.ts';
import { notificationsApi } from '#client/api/notifications/notifications-api.ts';
import type { Tags } from '#client/api/recovery/refetch-stale.ts';
import { endUndo } from '#client/api/relation-steps.ts';
import { showRelation } from '#client/api/relations-api.ts';
import { readPreferences } from '#client/lib/device/preferences.ts';
import { messageExcerpt, messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { LiveParts, News } from '#client/live/live-context.ts';
import { removeOutboxItem } from '#client/live/outbox.ts';
import { typingChanged } from '#client/state/slices/live-slice.ts';
import { sessionEnded } from '#client/state/slices/session-slice.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { MessageReceived, NotificationEvent, ServerToClientEvents } from '#shared/api/events.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

const typingLastsMs = 6000;

/** Handles the events of the upstream. `onUnidentified` gets the messages that name neither their sender nor their conversation. */
export function handleEvents(parts: LiveParts, onUnidentified: (event: MessageReceived) => void): void {
  const { socket, store, userId, announce } = parts;
  const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  const handlers: Partial<ServerToClientEvents> = {
    messageReceived: (event) => {
      const identified = identify(event);
      if (identified) receive(parts, identified);
      else onUnidentified(event);
    },
    /** A message was edited, deleted or reacted to, here, on another device or by somebody else. */
    messageChanged: (event) => {
      const key = keyIn(event);
      if (key !== undefined) applyMessageChange(store, key, event);
    },
    /** The user has read messages elsewhere, or the other person has read the user's. */
    messagesRead: (event) => {
      const key = keyIn(event);
      if (key === undefined) return;
      if (event.userId === userId) applyUnread(store, key, event.unread ?? 0);
      else if (event.peerId !== undefined)
        store.dispatch(tellThread(event.userId, { kind: 'receipt', messageId: event.messageId }));
    },
    typing: ({ userId: typist, roomId, typing }) => {
      const key = typingKey(roomId === undefined ? typist : roomKey(roomId), typist);
      clearTimeout(typingTimers.get(key));
      if (!readPreferences().seeTyping) return;
      store.dispatch(typingChanged({ key, typing }));
      // A peer who disconnects while typing never sends the end of it.
      const end = () => store.dispatch(typingChanged({ key, typing: false }));
      if (typing) typingTimers.set(key, setTimeout(end, typingLastsMs));
    },
    /** Lists that it has made stale are asked for again, and what the user did not cause is announced. */
    notification: (event) => {
      const tags = staleAfter(event);
      // Messages are counted by their conversations, and are in no list of notifications.
      if (event._id !== undefined && event.kind !== 'message') tags.push('Notifications');
      if (event.kind === 'account' && changesOwnUser(event)) void store.dispatch(loadOwnUser());
      store.dispatch(baseApi.util.invalidateTags(tags));
      if (event.kind === 'connected' && event.actor) {
        endUndo(store, event.actor._id);
        showRelation(store, event.actor._id, { relation: 'connected' });
      }
      const news = event.own ? undefined : newsOf(event);
      if (news) announce(news);
    },
    /** The user has read notifications in another tab or on another device. */
    notificationsRead: (counts) => {
      store.dispatch(
        notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
          if (pages[0]) Object.assign(pages[0], counts);
        }),
      );
      // The counts do not tell which rows were read.
      store.dispatch(notificationsApi.util.invalidateTags(['Notifications']));
    },
    /** The user has blocked or unblocked a person on another device. Its code is loaded on demand, because few sessions hear this. */
    blockChanged: ({ userId: person }) =>
      void import('#client/api/safety/safety-api.ts').then(({ afterBlock }) => afterBlock(store, person)),
    /**
     * Between the page's first calls and the connection, an event of any kind may have been sent. After a connection was lost,
     * recovery does the same.
     */
    missed: () => {
      store.dispatch(baseApi.util.invalidateTags(toldTags));
      // A moderator may have hidden something of the user's, or shown it again.
      void store.dispatch(loadOwnUser());
    },
    sessionEnded: () => void probeSession(parts),
  };
  for (const [name, handler] of Object.entries(handlers)) socket.on(name as never, handler as never);
  // A handshake that the server refused, perhaps because the session has ended.
  socket.on('connect_error', (error) => {
    if (!socket.active && refusalCode(error) !== undefined) void probeSession(parts);
  });
}

type Identified = { key: ConversationKey; message: ChatMessage & { senderId: User } };

function identify(event: MessageReceived): Identified | undefined {
  const {
    _id,
    createdAt,
    senderId,
    firstName = '',
    lastName = '',
    photoUrl,
    peerId: _peer,
    roomId: _room,
    ...said
  } = event;
  const key = keyIn(event);
  if (_id === undefined || senderId === undefined || key === undefined || createdAt === undefined) return undefined;
  const sender: User = { _id: senderId, firstName, lastName, ...(photoUrl === undefined ? {} : { photoUrl }) };
  return { key, message: { ...said, _id, createdAt, senderId: sender } };
}

function receive({ store, userId, isOpen, announce }: LiveParts, { key, message }: Identified): void {
  const own = message.senderId._id === userId;
  // The line about a new member is not a message to read.
  const seen = own || isOpen(key) || message.event !== undefined;
  const isNew = applyMessage(store, { key, message, seen });
  if (own) {
    if (message.clientId !== undefined) removeOutboxItem(userId, message.clientId);
    return;
  }
  store.dispatch(typingChanged({ key: typingKey(key, message.senderId._id), typing: false }));
  if (!isNew || seen || isMuted(listedConversation(store, key))) return;
  announce(messageNews(message.senderId, messageLine(message), roomNamed(store, key)));
}

function roomNamed(store: LiveParts['store'], key: ConversationKey) {
  if (roomOf(key) === undefined) return undefined;
  const listed = listedConversation(store, key);
  const loaded = loadedThread(store, key)?.room;
  const room = listed && 'room' in listed ? listed.room : loaded;
  return { key, name: room?.project.projectName ?? 'a project' };
}

/** A moderator has warned the user, or hidden something of theirs: the open page says so at once. */
function changesOwnUser({ event }: NotificationEvent): boolean {
  return event === 'warned' || event === 'content-hidden' || event === 'picture-erased';
}

function staleAfter({ kind, project: about, actor }: NotificationEvent): Tags {
  const profile = actor ? [{ type: 'User' as const, id: actor._id }] : [];
  const project = about ? [{ type: 'Project' as const, id: about._id }] : [];
  switch (kind) {
    case 'request':
      return ['Received', ...profile];
    case 'connected':
      return ['Received', 'Sent', 'Connections', 'Chats', 'Chat', 'ProjectList', ...profile];
    case 'interest':
      return ['Interest', ...project];
    case 'interest-reviewed':
      // A new member has a new room.
      return ['ProjectList', 'Chats', ...project];
    case 'account':
      return ['Session', ...(about ? [...project, 'ProjectList' as const] : [])];
    case 'message':
    case 'mention':
      // The event `messageReceived` updates the same lists, and carries the message.
      return [];
    default:
      // A kind that only a newer upstream knows.
      return project;
  }
}

function newsOf({ kind, actor: user, project: about, requestId, status }: NotificationEvent): News | undefined {
  const name = fullName(user);
  const project = about?.projectName ?? 'a project';
  switch (kind) {
    case 'request':
      return {
        key: `request:${requestId}`,
        text: `${name} wants to connect with you.`,
        href: to.requests(),
        action: 'See request',
        ...(user && { personId: user._id }),
        kind: 'people',
      };
    case 'connected':
      return {
        key: `connected:${user?._id}`,
        text: `You are connected with ${name}.`,
        href: user ? to.chat(user._id) : to.connection(),
        action: 'Say hello',
        kind: 'people',
      };
    case 'interest':
      return projectNews(about?._id, `interest:${about?._id}:${user?._id}`, `${name} asks to join ${project}.`);
    case 'interest-reviewed':
      return status === 'accepted'
        ? projectNews(about?._id, `interest-reviewed:${about?._id}`, `You were accepted for ${project}.`)
        : undefined;
    default:
      // The message of a `message` or `mention` is announced by itself, unless its room is muted.
      return undefined;
  }
}

function projectNews(projectId: string | undefined, key: string, text: string): News | undefined {
  return projectId === undefined
    ? undefined
    : { key, text, href: to.project(projectId), action: 'Open project', kind: 'project' };
}

/** Asks for the profile and reports an ended session, unless the user has logged out meanwhile. */
async function probeSession({ store, userId }: LiveParts): Promise<void> {
  const { error } = await store.dispatch(loadOwnUser());
  if (isSignedOut(error) && store.getState().auth.user?._id === userId) store.dispatch(sessionEnded());
}

/** The news of a message that this person has sent, in the chat with them or in the room of a project. */
export function messageNews(sender: User, text: string, room?: { key: ConversationKey; name: string }): News {
  return {
    key: `message:${room?.key ?? sender._id}`,
    text: `${fullName(sender)}${room ? ` in ${room.name}` : ''}: ${messageExcerpt(text)}`,
    href: conversationHref(room?.key ?? sender._id),
    action: 'Open',
    personId: sender._id,
    kind: 'message',
  };
}

/** The code of a handshake that the server refused; undefined where the connection itself failed. */
export function refusalCode(error: Error): string | undefined {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null || !('code' in error.data))
    return undefined;
  return String(error.data.code);
}

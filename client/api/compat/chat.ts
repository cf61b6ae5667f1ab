import { baseApi } from '#client/api/base-api.ts';
import { chatApi, refetchChat, threadOf } from '#client/api/chat/chat-api.ts';
import { rememberedPeers } from '#client/api/compat/memory.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { isApiError } from '#client/lib/text/api-error.ts';
import type { DeliveryParts, Sent } from '#client/live/live-context.ts';
import { findConfirmed, type OutboxItem, outboxItems, putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { MessageReceived } from '#shared/api/events.ts';
import type { User } from '#shared/api/users.ts';

/** How often to load the live lists, as the upstream sends no event for a request, an acceptance or a read message. */
export const pollMs = 30_000;

/** The chat of an upstream without the capability `chat.live`, whose only event is a message without any id. */
export interface ForeignChat {
  /** Makes the upstream send the messages of this conversation to the socket. */
  join: (peerId: string) => void;
  send: (item: OutboxItem) => Promise<Sent>;
  /** Takes a `messageReceived` that names neither its sender nor its conversation. */
  receive: (event: MessageReceived) => void;
  stop: () => void;
}

interface Screen {
  /** The person whose conversation is on screen. */
  openPeer: () => string | undefined;
  /** Whether the conversation with this person is on screen, in a visible tab. */
  isOpen: (peerId: string) => boolean;
  announce: (sender: User, text: string) => void;
}

export function createForeignChat(parts: DeliveryParts, { openPeer, isOpen, announce }: Screen): ForeignChat {
  const rooms = createRooms(parts, openPeer);
  const { join } = rooms;
  const { send, echoed } = createUnacknowledged(parts, join);
  return {
    join,
    send,
    stop: rooms.stop,
    receive: (event) => {
      // The message itself cannot be placed, so the histories on screen are loaded again.
      parts.store.dispatch(baseApi.util.invalidateTags(['Chat']));
      const own = parts.store.getState().auth.user;
      const text = String(event.text);
      if (event.firstName === own?.firstName && event.lastName === own?.lastName) return echoed(text);
      const people = peopleApi.endpoints.connections.select()(parts.store.getState()).data?.people ?? [];
      const [sender, ...namesakes] = people.filter(
        ({ firstName, lastName }) => firstName === event.firstName && lastName === event.lastName,
      );
      if (sender && namesakes.length === 0 && !isOpen(sender._id)) announce(sender, text);
    },
  };
}

interface Rooms {
  /** Joins the room of the conversation with this person, unless the connection is in it already. */
  join: (peerId: string) => void;
  stop: () => void;
}

/**
 * The upstream sends a message only to sockets that have joined its conversation. This joins the conversations with all
 * connections, each once on each connect, and those with new connections as they are made. A message that was stored
 * after the history was answered and before the conversation was joined comes with no event, so the conversation on
 * screen is loaded again after its join.
 */
function createRooms({ store, socket, userId }: DeliveryParts, openPeer: () => string | undefined): Rooms {
  const { connections } = peopleApi.endpoints;
  const subscription = store.dispatch(connections.initiate());
  const joined = new Set<string>();
  const join = (targetUserId: string) => {
    if (!socket.connected || joined.has(targetUserId)) return;
    joined.add(targetUserId);
    socket.emit('joinChat', { userId, targetUserId });
    if (targetUserId === openPeer()) void store.dispatch(refetchChat(targetUserId));
  };
  const joinAll = () => {
    const open = openPeer();
    if (open !== undefined) join(open);
    const { data, error } = connections.select()(store.getState());
    for (const { _id } of data?.people ?? []) join(_id);
    // An asked person who has accepted meanwhile is in no list.
    if (error !== undefined || data?.unlisted) for (const peerId of rememberedPeers(userId)) join(peerId);
  };
  let before = store.getState().api.queries;
  const unsubscribe = store.subscribe(() => {
    const { queries } = store.getState().api;
    if (queries === before) return;
    before = queries;
    joinAll();
  });
  socket.on('connect', () => {
    joined.clear();
    joinAll();
  });
  return {
    join,
    stop: () => {
      unsubscribe();
      subscription.unsubscribe();
    },
  };
}

const patienceMs = 6000;
/** How long the history that was loaded after one message may serve as the history before the next. */
const freshSeconds = 10;

/**
 * Sends messages to an upstream that acknowledges nothing and would store a repeated message twice: before it sends again,
 * it looks for the message in the history, and takes it as stored when it is there.
 */
function createUnacknowledged({ store, socket, userId }: DeliveryParts, join: Rooms['join']) {
  let awaited: { text: string; resolve: (echoed: boolean) => void } | undefined;

  const history = async (peerId: string, forceRefetch: true | number): Promise<readonly ChatMessage[] | Sent> => {
    const query = chatApi.endpoints.chat.initiate(peerId, { forceRefetch, subscribe: false });
    const { data, error } = await store.dispatch(query);
    if (data) return threadOf(data).messages;
    if (isApiError(error) && error.status === 404)
      return { outcome: 'refused', reason: 'You can chat once you are both connected.' };
    return { outcome: isApiError(error) && error.status === 0 ? 'disconnected' : 'later' };
  };

  /** Removes the items that are in the history from the outbox. Returns whether this item was one of them. */
  const removeConfirmed = (item: OutboxItem, messages: readonly ChatMessage[]): boolean => {
    const items = outboxItems(userId).filter(({ peerId }) => peerId === item.peerId);
    const { confirmed, remaining } = findConfirmed(items, messages, userId);
    for (const { clientId } of confirmed) removeOutboxItem(userId, clientId);
    for (const changed of remaining) if (!items.includes(changed)) putOutboxItem(userId, changed);
    return confirmed.some(({ clientId }) => clientId === item.clientId);
  };

  const emit = (item: OutboxItem): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (echoed: boolean) => {
        clearTimeout(timer);
        socket.off('disconnect', onDisconnect);
        awaited = undefined;
        resolve(echoed);
      };
      const onDisconnect = () => finish(false);
      const timer = setTimeout(finish, patienceMs, false);
      socket.on('disconnect', onDisconnect);
      awaited = { text: item.text, resolve: finish };
      const { firstName = '', lastName = '', photoUrl = '' } = store.getState().auth.user ?? {};
      const { peerId: targetUserId, text } = item;
      // Without joining the conversation's room, the socket receives no echo of the message.
      join(targetUserId);
      socket.emit('sendMessage', { firstName, lastName, photoUrl, userId, targetUserId, text }, () => undefined);
    });

  return {
    /** For an own message that the upstream has sent back: it may be the one that is being sent. */
    echoed: (text: string): void => {
      if (awaited?.text === text) awaited.resolve(true);
    },
    send: async (item: OutboxItem): Promise<Sent> => {
      const before = await history(item.peerId, item.attempted || freshSeconds);
      if ('outcome' in before) return before;
      if (item.attempted && removeConfirmed(item, before)) return { outcome: 'stored' };
      putOutboxItem(userId, { ...item, attempted: true, after: before.at(-1)?._id ?? null });
      await emit(item);
      const after = await history(item.peerId, true);
      if ('outcome' in after) return after.outcome === 'refused' ? after : { outcome: 'disconnected' };
      if (removeConfirmed(item, after)) return { outcome: 'stored' };
      if (!socket.connected) return { outcome: 'disconnected' };
      return { outcome: 'refused', reason: 'The server did not confirm it.' };
    },
  };
}

import type { DeliveryParts } from '#client/live/live-context.ts';
import { outboxItems, putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import { findConfirmed, type OutboxItem, type Sent } from '#client/live/send-outbox.ts';
import { chatApi } from '#client/store/api/chat/chat-api.ts';
import { threadOf } from '#client/store/api/chat/thread.ts';
import { isApiError } from '#client/text/api-error.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { Rooms } from './rooms.ts';

const patienceMs = 6000;
/** How long the history that was loaded after one message may serve as the history before the next. */
const freshSeconds = 10;

/**
 * Sends messages to an upstream that acknowledges nothing and would store a repeated message twice: before it sends again,
 * it looks for the message in the history, and takes it as stored when it is there.
 */
export function createUnacknowledged({ store, socket, userId }: DeliveryParts, join: Rooms['join']) {
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

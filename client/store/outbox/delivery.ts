import { isSessionOfAnother } from '#client/device/session-user.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from './outbox.ts';
import type { OutboxItem } from './outbox-items.ts';
import { createOutboxSender, type Sent } from './send-outbox.ts';

export interface Delivery {
  /** Sends the waiting messages. Call it after each connect. */
  flush: () => Promise<void>;
  stop: () => void;
}

interface Options extends Pick<DeliveryParts, 'socket' | 'userId'> {
  /** Sends one message, in the way of the upstream. */
  send: (item: OutboxItem) => Promise<Sent>;
  /** Whether the messages to each person are sent by themselves: a large picture then holds up its own conversation only. */
  isByPeer: boolean;
  /** Called for each message that the server refused for good. */
  onFailed: (item: OutboxItem) => void;
}

/** Sends the user's outbox over the socket. */
export function createDelivery({ socket, userId, send, isByPeer, onFailed }: Options): Delivery {
  const senders = new Map<string, ReturnType<typeof createOutboxSender>>();
  const laneOf = ({ peerId }: OutboxItem) => (isByPeer ? peerId : '');
  const senderOf = (lane: string) => {
    const sender =
      senders.get(lane) ??
      createOutboxSender({
        items: () => outboxItems(userId).filter((item) => laneOf(item) === lane),
        put: (item) => putOutboxItem(userId, item),
        remove: (clientId) => removeOutboxItem(userId, clientId),
        send,
        // After a login as another account, the socket's next session is that account's.
        isConnected: () => socket.connected && !isSessionOfAnother(userId),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onFailed,
      });
    senders.set(lane, sender);
    return sender;
  };
  const flush = async () => {
    const lanes = new Set(outboxItems(userId).map(laneOf));
    await Promise.all([...lanes].map((lane) => oneTabAtATime(userId, lane, senderOf(lane).flush)));
  };
  const stop = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });
  return { flush, stop };
}

/** Two tabs share one outbox. An upstream that ignores clientId would store a message twice if both tabs sent it. */
async function oneTabAtATime(userId: string, lane: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:outbox:${userId}:${lane}`, run);
}

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
  /** Called for each message that the server refused for good. */
  onFailed: (item: OutboxItem) => void;
}

/** Sends the user's outbox over the socket. */
export function createDelivery({ socket, userId, send, onFailed }: Options): Delivery {
  const sender = createOutboxSender({
    items: () => outboxItems(userId),
    put: (item) => putOutboxItem(userId, item),
    remove: (clientId) => removeOutboxItem(userId, clientId),
    send,
    isConnected: () => socket.connected,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onFailed,
  });
  const flush = () => oneTabAtATime(userId, sender.flush);
  const stop = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });
  return { flush, stop };
}

/** Two tabs share one outbox. An upstream that ignores clientId would store a message twice if both tabs sent it. */
async function oneTabAtATime(userId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:outbox:${userId}`, run);
}

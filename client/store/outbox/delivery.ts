import type { DeliveryParts } from './delivery-parts.ts';
import { onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from './outbox.ts';
import type { OutboxItem } from './outbox-items.ts';
import { sendAcknowledged } from './send-acknowledged.ts';
import { createOutboxSender } from './send-outbox.ts';
import { createUnacknowledged } from './send-unacknowledged.ts';

export interface Delivery {
  /** Sends the waiting messages. Call it after each connect. */
  flush: () => Promise<void>;
  /** For `messageReceived` of another upstream: an own text in it may confirm a message that is being sent. */
  echoed: (text: string) => void;
  stop: () => void;
}

/** Sends the user's outbox over the socket. `onFailed` gets each message that the server refused for good. */
export function createDelivery(parts: DeliveryParts, onFailed: (item: OutboxItem) => void): Delivery {
  const { socket, userId } = parts;
  const unacknowledged = createUnacknowledged(parts);
  const sender = createOutboxSender({
    items: () => outboxItems(userId),
    put: (item) => putOutboxItem(userId, item),
    remove: (clientId) => removeOutboxItem(userId, clientId),
    send: (item) => (parts.acknowledges ? sendAcknowledged(parts, item) : unacknowledged.send(item)),
    isConnected: () => socket.connected,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onFailed,
  });
  const flush = () => oneTabAtATime(userId, sender.flush);
  const stop = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });
  return { flush, echoed: unacknowledged.echoed, stop };
}

/** Two tabs share one outbox. An upstream that ignores clientId would store a message twice if both tabs sent it. */
async function oneTabAtATime(userId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:outbox:${userId}`, run);
}

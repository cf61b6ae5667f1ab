import { applyMessage } from '#client/store/api/chat/chat-cache.ts';
import type { ErrorBody } from '#shared/api/errors.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import type { OutboxItem } from './outbox-items.ts';
import type { Sent } from './send-outbox.ts';

const patienceMs = 10_000;

/** For our upstream: the clientId makes a repeated send harmless, and an acknowledgement means that it is stored. */
export function sendAcknowledged({ store, socket }: DeliveryParts, item: OutboxItem): Promise<Sent> {
  const { clientId, peerId, text } = item;
  return new Promise((resolve) => {
    socket.timeout(patienceMs).emit('sendMessage', { targetUserId: peerId, text, clientId }, (error, ack) => {
      if (error) return resolve({ outcome: socket.connected ? 'later' : 'disconnected' });
      if (!ack.ok) return resolve(refusal(ack.error));
      const { user } = store.getState().auth;
      if (user) applyMessage(store, { peerId, message: { ...ack.data, clientId, text, senderId: user }, seen: true });
      resolve({ outcome: 'stored' });
    });
  });
}

function refusal({ code, message }: ErrorBody): Sent {
  if (code === 'rate_limited' || code === 'unavailable' || code === 'internal') return { outcome: 'later' };
  if (code === 'unauthenticated') return { outcome: 'disconnected' };
  return { outcome: 'refused', reason: message };
}

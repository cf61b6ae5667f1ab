import { applyMessage } from '#client/store/api/chat/chat-cache.ts';
import { placeOf } from '#client/store/api/chat/conversation-key.ts';
import type { ErrorBody } from '#shared/api/errors.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import type { OutboxItem } from './outbox-items.ts';
import type { Sent } from './send-outbox.ts';

const patienceMs = 10_000;

/** For our upstream: the clientId makes a repeated send harmless, and an acknowledgement means that it is stored. */
export async function sendAcknowledged(parts: DeliveryParts, item: OutboxItem): Promise<Sent> {
  if (item.pictures === undefined) return emit(parts, item);
  // Loaded on demand: most messages are texts.
  const { uploadPictures, forgetPictures } = await import('./upload-pictures.ts');
  const uploaded = await uploadPictures(parts, item);
  if ('outcome' in uploaded) return uploaded;
  const sent = await emit(parts, uploaded);
  if (sent.outcome === 'stored') void forgetPictures(item);
  return sent;
}

function emit({ store, socket }: DeliveryParts, item: OutboxItem): Promise<Sent> {
  const { clientId, peerId: key, text, replyTo, mentions } = item;
  const pictures = item.pictures?.map(({ url = '', alt }) => ({ url, ...(alt && { alt }) }));
  const payload = {
    ...placeOf(key),
    text,
    clientId,
    ...(replyTo && { replyTo: replyTo._id }),
    ...(pictures && { pictures }),
    ...(mentions && { mentions }),
  };
  return new Promise((resolve) => {
    socket.timeout(patienceMs).emit('sendMessage', payload, (error, ack) => {
      if (error) return resolve({ outcome: socket.connected ? 'later' : 'disconnected' });
      if (!ack.ok) return resolve(refusal(ack.error));
      const { user } = store.getState().auth;
      if (user) applyMessage(store, { key, message: { ...ack.data, ...said(item), senderId: user }, seen: true });
      resolve({ outcome: 'stored' });
    });
  });
}

/** What this device knows of the message before its event or the history tells the rest. */
function said({ clientId, text, replyTo, pictures, mentions }: OutboxItem) {
  return {
    clientId,
    text,
    ...(replyTo && { replyTo }),
    ...(mentions && { mentions }),
    ...(pictures && {
      pictures: pictures.map(({ url = '', width, height, alt }) => ({ url, width, height, ...(alt && { alt }) })),
    }),
  };
}

function refusal({ code, message }: ErrorBody): Sent {
  if (code === 'rate_limited' || code === 'unavailable' || code === 'internal') return { outcome: 'later' };
  if (code === 'unauthenticated') return { outcome: 'disconnected' };
  return { outcome: 'refused', reason: message };
}

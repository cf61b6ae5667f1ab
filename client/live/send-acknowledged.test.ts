// @module-tag once
import { expect, it } from 'vitest';
import type { DeliveryParts } from '#client/live/live-context.ts';
import { enqueue, outboxItems, putOutboxItem } from '#client/live/outbox.ts';
import { sendAcknowledged } from '#client/live/send-outbox.ts';
import { makeStore } from '#client/state/make-store.ts';
import { FakeSocket } from '#client/test-socket.ts';
import { fakeApi, installBrowserParts, signedIn } from '#client/test-support.tsx';

installBrowserParts();

it('sends an answer whose acknowledgement was lost once more, after a reload, as the same answer', async () => {
  fakeApi();
  const socket = new FakeSocket();
  const parts = { store: makeStore(signedIn()), socket, userId: 'me' } as unknown as DeliveryParts;
  const quote = { _id: 'm1', senderId: 'ana', excerpt: 'Shall we?' };
  const item = enqueue('me', { peerId: 'ana', text: 'Yes', after: 'm1', replyTo: quote });
  const lost = sendAcknowledged(parts, item);
  socket.connected = false;
  socket.emitted[0]?.acknowledge?.(new Error('timeout'));
  expect(await lost).toEqual({ outcome: 'disconnected' });
  putOutboxItem('me', { ...item, attempted: true });

  // The next page reads it from the storage.
  const [stored] = outboxItems('me');
  if (!stored) throw new Error('nothing waits');
  expect(stored).toMatchObject({ replyTo: quote, attempted: true });
  socket.connected = true;
  const again = sendAcknowledged(parts, stored);
  const data = { _id: 'm2', seq: 2, createdAt: '2026-01-01T00:00:00.000Z' };
  socket.emitted[1]?.acknowledge?.(null, { ok: true, data });
  expect(await again).toEqual({ outcome: 'stored' });
  const [first, second] = socket.sent('sendMessage');
  expect(second).toEqual(first);
  expect(first).toMatchObject({ text: 'Yes', replyTo: 'm1', clientId: item.clientId });
});

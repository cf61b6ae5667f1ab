// @module-tag once
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { DeliveryParts, Sent } from '#client/live/live-context.ts';
import { enqueue, type OutboxItem, outboxItems, putOutboxItem } from '#client/live/outbox.ts';
import { createDelivery, sendAcknowledged } from '#client/live/send-outbox.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { FakeSocket } from '#client/test-socket.ts';
import { signedIn } from '#client/test-support.tsx';

beforeEach(() => void vi.useFakeTimers());

function setup(answers: (text: string) => Sent, socket = { connected: true }) {
  const sent: string[] = [];
  const failed: string[] = [];
  const send = async ({ text }: OutboxItem) => {
    sent.push(text);
    return answers(text);
  };
  const write = (text: string) => enqueue('me', { peerId: 'ana', text, after: null });
  const waiting = () => outboxItems('me').map(({ text, state, attempted }) => ({ text, state, attempted }));
  const onFailed = ({ text }: OutboxItem) => failed.push(text);
  const start = () => {
    const { flush, stop } = createDelivery({ socket, userId: 'me', send, isByPeer: false, onFailed });
    onTestFinished(stop);
    return flush;
  };
  return { start, write, waiting, sent, failed, socket };
}

it('keeps all messages without a connection, then sends them in the order of writing and removes the stored ones', async () => {
  const { start, write, waiting, sent, socket } = setup(() => ({ outcome: 'stored' }), { connected: false });
  for (const text of ['a', 'b', 'c']) write(text);
  const flush = start();
  await flush();
  expect([sent, waiting()[0]]).toEqual([[], { text: 'a', state: 'waiting', attempted: false }]);
  socket.connected = true;
  await flush();
  expect([sent, waiting()]).toEqual([['a', 'b', 'c'], []]);
});

it('keeps a message whose connection broke before the reply, marked as possibly sent', async () => {
  const { start, write, waiting, socket } = setup(() => {
    socket.connected = false;
    return { outcome: 'disconnected' };
  });
  write('a');
  await start()();
  expect(waiting()).toEqual([{ text: 'a', state: 'waiting', attempted: true }]);
});

it('pauses while the socket has not noticed a broken connection, instead of looping', async () => {
  const { start, write, sent } = setup(() => ({ outcome: 'disconnected' }));
  write('a');
  start();
  write('b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['a']);
});

it('tries again after a pause when the server says later, and goes on in order', async () => {
  let refusals = 2;
  const { start, write, sent } = setup((text) => {
    refusals -= text === 'a' ? 1 : 0;
    return { outcome: refusals >= 0 && text === 'a' ? 'later' : 'stored' };
  });
  write('a');
  write('b');
  void start()();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(sent).toEqual(['a', 'a', 'a', 'b']);
});

it('marks refused messages as failed with the reason, and sends the rest', async () => {
  const { start, write, failed } = setup((text) =>
    text === 'bad' ? { outcome: 'refused', reason: 'Too long.' } : { outcome: 'stored' },
  );
  write('bad');
  write('good');
  await start()();
  expect(outboxItems('me')).toMatchObject([{ text: 'bad', state: 'failed', reason: 'Too long.' }]);
  expect(failed).toEqual(['bad']);
});

it('sends messages that are written while it sends', async () => {
  const { start, write, sent } = setup((text) => {
    if (text === 'a') write('b');
    return { outcome: 'stored' };
  });
  write('a');
  const flush = start();
  await Promise.all([flush(), flush()]);
  expect(sent).toEqual(['a', 'b']);
});

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

import { expect, it } from 'vitest';
import { createOutboxSender, type OutboxItem, type Sent } from '#client/live/send-outbox.ts';

function setup(answers: (text: string) => Sent) {
  const items = new Map<string, OutboxItem>();
  const sent: string[] = [];
  const failed: string[] = [];
  const state = { connected: true, pauses: 0 };
  const sender = createOutboxSender({
    items: () => [...items.values()],
    put: (item) => items.set(item.clientId, item),
    remove: (clientId) => items.delete(clientId),
    send: async (item) => {
      sent.push(item.text);
      return answers(item.text);
    },
    isConnected: () => state.connected,
    pause: async () => {
      state.pauses += 1;
    },
    onFailed: (item) => failed.push(item.text),
  });
  const write = (text: string) => {
    const order = items.size + sent.length;
    items.set(text, {
      clientId: text,
      peerId: 'peer',
      text,
      createdAt: '2026-01-01T00:00:00.000Z',
      order,
      state: 'waiting',
      attempted: false,
      after: null,
    });
  };
  return { sender, write, items, sent, failed, state };
}

it('sends waiting messages in the order of writing, and removes the stored ones', async () => {
  const { sender, write, items, sent } = setup(() => ({ outcome: 'stored' }));
  for (const text of ['a', 'b', 'c']) write(text);
  await sender.flush();
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(items.size).toBe(0);
});

it('keeps all messages without a connection, and continues where it stopped', async () => {
  const { sender, write, items, sent, state } = setup(() => ({ outcome: state.connected ? 'stored' : 'disconnected' }));
  state.connected = false;
  write('a');
  await sender.flush();
  expect([sent, items.size]).toEqual([[], 1]);
  state.connected = true;
  await sender.flush();
  expect([sent, items.size]).toEqual([['a'], 0]);
});

it('keeps a message whose connection broke before the reply, marked as possibly sent', async () => {
  const { sender, write, items } = setup(() => ({ outcome: 'disconnected' }));
  write('a');
  await sender.flush();
  expect(items.get('a')).toMatchObject({ state: 'waiting', attempted: true });
});

it('pauses while the socket has not noticed a broken connection, instead of looping', async () => {
  const { sender, write, state } = setup(() => ({ outcome: 'disconnected' }));
  write('a');
  await sender.flush();
  expect(state.pauses).toBe(1);
});

it('tries again when the server says later, and goes on in order', async () => {
  let refusals = 2;
  const { sender, write, sent, state } = setup((text) => {
    refusals -= text === 'a' ? 1 : 0;
    return { outcome: refusals >= 0 && text === 'a' ? 'later' : 'stored' };
  });
  write('a');
  write('b');
  await sender.flush();
  expect(sent).toEqual(['a', 'a', 'a', 'b']);
  expect(state.pauses).toBe(2);
});

it('marks refused messages as failed with the reason, and sends the rest', async () => {
  const { sender, write, items, failed } = setup((text) =>
    text === 'bad' ? { outcome: 'refused', reason: 'Too long.' } : { outcome: 'stored' },
  );
  write('bad');
  write('good');
  await sender.flush();
  expect([...items.values()]).toMatchObject([{ text: 'bad', state: 'failed', reason: 'Too long.' }]);
  expect(failed).toEqual(['bad']);
});

it('sends messages that are written while it sends', async () => {
  const { sender, write, sent } = setup((text) => {
    if (text === 'a') write('b');
    return { outcome: 'stored' };
  });
  write('a');
  await Promise.all([sender.flush(), sender.flush()]);
  expect(sent).toEqual(['a', 'b']);
});

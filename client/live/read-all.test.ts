import { afterEach, expect, it, vi } from 'vitest';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { startLive } from '#client/live/socket.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedInStore } from '#client/test-support.tsx';
import type { ConversationsReply } from '#shared/api/chat.ts';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

const conversation = (id: string, unread: number) => ({
  user: { _id: id, firstName: id, lastName: 'X' },
  lastMessage: { _id: `${id}-last`, text: '', senderId: id, createdAt: '2026-01-01T00:00:00.000Z' },
  unread,
});
const list: ConversationsReply = {
  items: [conversation('ana', 2), conversation('ben', 3), conversation('cem', 0)],
  nextCursor: null,
  unreadTotal: 5,
  unreadConversations: 2,
};

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  socket.emitted.length = 0;
  socket.connected = true;
});

async function start() {
  fakeApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', { body: list });
  const store = signedInStore();
  await store.dispatch(chatApi.endpoints.conversations.initiate());
  const started = startLive({
    store,
    userId: 'me',
    capabilities: ['chat.live', 'chat.list'],
    announce: () => undefined,
  });
  stop = started.stop;
  const page = () => chatApi.endpoints.conversations.select()(store.getState()).data?.pages[0];
  return {
    live: started.live,
    readAll: () => started.live.readAll(list.items),
    unread: () => [...(page()?.items ?? []).map(({ unread }) => unread), page()?.unreadTotal],
    answer: (id: string, error: Error | null, unread = 0) =>
      socket.emitted
        .find(
          ({ name, payload }) => name === 'messagesRead' && (payload as { targetUserId: string }).targetUserId === id,
        )
        ?.acknowledge?.(error, error ? undefined : { ok: true, data: { unread } }),
  };
}

it('sets all counts to zero at once, reports each unread conversation once, and restores a count that was not accepted', async () => {
  const { readAll, unread, answer } = await start();
  const done = readAll();
  expect(unread()).toEqual([0, 0, 0, 0]);
  expect(socket.sent('messagesRead')).toEqual([
    { targetUserId: 'ana', messageId: 'ana-last' },
    { targetUserId: 'ben', messageId: 'ben-last' },
  ]);
  answer('ana', null, 1);
  answer('ben', new Error('timeout'));
  expect(await done).toBe(false);
  expect(unread(), 'what came meanwhile is the upstream’s to count').toEqual([1, 3, 0, 4]);
});

it('changes nothing without a connection', async () => {
  const { readAll, unread } = await start();
  socket.connected = false;
  expect(await readAll()).toBe(false);
  expect(unread()).toEqual([2, 3, 0, 5]);
  expect(socket.sent('messagesRead')).toEqual([]);
});

it('reports a read message again when the answer is lost, without waiting for the next connection', async () => {
  const { live, answer } = await start();
  live.read('ana', 'ana-last');
  expect(socket.sent('messagesRead')).toHaveLength(1);
  answer('ana', new Error('timeout'));
  await vi.waitFor(() => expect(socket.sent('messagesRead')).toHaveLength(2));
});

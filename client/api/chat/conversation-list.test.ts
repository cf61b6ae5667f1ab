import { expect, it } from 'vitest';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedInStore } from '#client/test-support.tsx';
import type { ConversationsReply } from '#shared/api/chat.ts';
import { chatApi, loadedThread } from './chat-api.ts';
import { keyOf } from './conversation-key.ts';
import { applyMessage, applyUnread } from './conversation-list.ts';

const person = (_id: string) => ({ _id, firstName: _id, lastName: 'X' });
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const conversation = (id: string, minute: number, unread: number) => ({
  user: person(id),
  lastMessage: { _id: `${id}-${minute}`, text: '', senderId: id, createdAt: at(minute) },
  unread,
});

/** Two pages of two; a third person with 5 unread messages is on a page that is not loaded. */
const pages: Record<string, ConversationsReply> = {
  '': {
    items: [conversation('ana', 40, 1), conversation('ben', 30, 0)],
    nextCursor: 'second',
    unreadTotal: 8,
    unreadConversations: 3,
  },
  second: {
    items: [conversation('cem', 20, 2), conversation('dua', 10, 0)],
    nextCursor: 'third',
    unreadTotal: 8,
    unreadConversations: 3,
  },
};

async function setup() {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', ({ query }) => ({ body: pages[query.get('cursor') ?? ''] }));
  const store = signedInStore({});
  store.dispatch(setUser(person('me')));
  const { endpoints } = chatApi;
  await store.dispatch(endpoints.conversations.initiate());
  await store.dispatch(endpoints.conversations.initiate(undefined, { direction: 'forward' }));
  const list = () => endpoints.conversations.select()(store.getState()).data?.pages ?? [];
  return {
    api,
    store,
    ids: () => list().flatMap(({ items }) => items.map(keyOf)),
    total: () => list()[0]?.unreadTotal,
    hear: (peerId: string, minute: number, { own = false, seen = false } = {}) =>
      applyMessage(store, {
        key: peerId,
        seen: own || seen,
        message: {
          _id: `${peerId}-${minute}`,
          senderId: person(own ? 'me' : peerId),
          text: 'x',
          createdAt: at(minute),
        },
      }),
  };
}

it('counts a message in the total, and puts its conversation first, whatever page it is on', async () => {
  const { ids, total, hear, api } = await setup();
  expect(ids()).toEqual(['ana', 'ben', 'cem', 'dua']);
  expect(total()).toBe(8);
  expect(hear('cem', 50)).toBe(true);
  expect(ids()).toEqual(['cem', 'ana', 'ben', 'dua']);
  expect(total()).toBe(9);
  // Neither a repeated message nor one that is read on arrival changes the counts.
  expect(hear('cem', 50)).toBe(false);
  hear('ben', 51, { seen: true });
  expect(total()).toBe(9);
  // A message sent by the user marks the earlier ones as read.
  hear('cem', 52, { own: true });
  expect(total()).toBe(6);
  expect(api.count('GET chats')).toBe(2);
});

it('loads the list again for a conversation that is not loaded', async () => {
  const { store, api, total } = await setup();
  api.on('GET chats', { body: { ...pages[''], nextCursor: null, unreadTotal: 3 } });
  applyUnread(store, 'far away', 0);
  await expect.poll(() => total()).toBe(3);
  expect(api.count('GET chats')).toBe(3);
});

it('is not overwritten by a reply that is older than the message', async () => {
  const { store, api, total, hear } = await setup();
  const { promise, resolve } = Promise.withResolvers<{ body: ConversationsReply }>();
  const before = pages[''] as ConversationsReply;
  api.on('GET chats', () => promise);
  void store.dispatch(chatApi.endpoints.conversations.initiate(undefined, { forceRefetch: true }));
  hear('ana', 60);
  const after = { ...before, nextCursor: null, unreadTotal: 42 };
  api.on('GET chats', { body: after });
  resolve({ body: { ...before, nextCursor: null } });
  await expect.poll(() => total()).toBe(42);
});

const threadOf = (...numbers: number[]) => ({
  body: { chat: { _id: 'c', participants: [], messages: numbers.map((seq) => message(seq)), hasMore: true } },
});
const message = (seq: number) => ({
  _id: `m${seq}`,
  seq,
  senderId: person('ana'),
  text: String(seq),
  createdAt: at(seq),
});

it.each([
  ['the first load of its thread', [] as number[], [1, 2, 3], [1, 2, 3, 4]],
  ['a load of its thread after a long absence', [1], [8, 9], [8, 9, 10]],
])('keeps a message that comes while %s is under way', async (_load, known, answered, shown) => {
  const answer = Promise.withResolvers<object>();
  const api = fakeApi().on('GET chat/ana', threadOf(...known));
  const store = signedInStore({});
  const { initiate } = chatApi.endpoints.chat;
  if (known.length > 0) await store.dispatch(initiate('ana'));
  api.on('GET chat/ana', () => answer.promise);
  const load = store.dispatch(initiate('ana', { forceRefetch: true }));
  await Promise.resolve();
  const newest = message(shown.at(-1) ?? 0);
  applyMessage(store, { key: 'ana', seen: true, message: newest });
  answer.resolve(threadOf(...answered));
  await load;
  await expect.poll(() => loadedThread(store, 'ana')?.messages.map(({ seq }) => seq)).toEqual(shown);
});

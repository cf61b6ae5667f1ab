import { expect, it } from 'vitest';
import type { AppStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedInStore } from '#client/test-support.tsx';
import type { ChangedMessage, ChatMessage } from '#shared/api/chat.ts';
import { chatApi, loadedThread, tellThread } from './chat-api.ts';
import { applyMessageChange } from './conversation-list.ts';

const ana = { _id: 'ana', firstName: 'Ana', lastName: 'Lima' };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const message = (seq: number, own: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: `m${seq}`,
  seq,
  senderId: ana,
  text: `text ${seq}`,
  createdAt: at(seq),
  ...own,
});
const changed = (seq: number, own: Partial<ChangedMessage> = {}): ChangedMessage => ({
  ...message(seq),
  senderId: 'ana',
  editedAt: at(50),
  ...own,
});
const page = (rev: number, ...messages: ChatMessage[]) => ({
  body: { chat: { _id: 'c', participants: [], messages, hasMore: true }, rev },
});

async function setup(rev: number, ...messages: ChatMessage[]) {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', {
      body: {
        items: [
          { user: ana, lastMessage: { _id: 'm3', text: 'text 3', senderId: 'ana', createdAt: at(3) }, unread: 0 },
        ],
        nextCursor: null,
        unreadTotal: 0,
        unreadConversations: 0,
      },
    })
    .on('GET chat/ana', page(rev, ...messages));
  const store = signedInStore({});
  await store.dispatch(chatApi.endpoints.conversations.initiate());
  await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  const chat = () => loadedThread(store, 'ana');
  return {
    api,
    store,
    chat,
    texts: () => chat()?.messages.map(({ text, deletedAt }) => (deletedAt === undefined ? text : 'deleted')),
    refetch: () => store.dispatch(chatApi.endpoints.chat.initiate('ana', { forceRefetch: true, subscribe: false })),
  };
}

const tell = (store: AppStore, message: ChatMessage) => store.dispatch(tellThread('ana', { kind: 'message', message }));

it('applies changes that follow on, also to what quotes them and to the list, and knows repeated ones', async () => {
  const quoting = message(4, { replyTo: { _id: 'm3', senderId: 'ana', excerpt: 'text 3' } });
  const { store, texts, chat, api } = await setup(7, message(3), quoting);
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 8, message: changed(3, { text: 'better' }) });
  expect(texts()).toEqual(['better', 'text 4']);
  expect(chat()?.messages[0]?.senderId).toEqual(ana);
  expect(chat()?.messages[1]?.replyTo).toEqual({ _id: 'm3', senderId: 'ana', excerpt: 'better' });
  const line = () =>
    chatApi.endpoints.conversations.select()(store.getState()).data?.pages[0]?.items[0]?.lastMessage?.text;
  expect(line()).toBe('better');

  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 9, message: changed(3, { text: '', deletedAt: at(51) }) });
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 8, message: changed(3, { text: 'better' }) });
  expect(texts()).toEqual(['deleted', 'text 4']);
  expect(chat()?.messages[1]?.replyTo).toEqual({ _id: 'm3', deleted: true });
  expect(line()).toBe('Message deleted');
  expect(api.count('GET chat/ana')).toBe(1);
});

it('loads the pages again when an event skips a number, and applies an older event no more', async () => {
  const { store, texts, api } = await setup(1, message(1), message(2));
  api.on('GET chat/ana', page(3, message(1, { text: 'one' }), message(2, { text: 'two' })));
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 3, message: changed(2, { text: 'two' }) });
  await expect.poll(texts).toEqual(['one', 'two']);
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 2, message: changed(1, { text: 'older' }) });
  expect(texts()).toEqual(['one', 'two']);
  expect(api.count('GET chat/ana')).toBe(2);
});

it('loads every loaded page again, and applies events to all of them', async () => {
  const { refetch, texts, api, store } = await setup(1, message(3), message(4));
  api.on('GET chat/ana', page(1, message(1), message(2)));
  await store.dispatch(chatApi.endpoints.chat.initiate('ana', { direction: 'forward' }));
  expect(texts()).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 2, message: changed(1, { text: 'one' }) });
  expect(texts()?.[0]).toBe('one');
  const asked: (string | null)[] = [];
  api.on('GET chat/ana', ({ query }) => {
    asked.push(query.get('before'));
    return query.has('before') ? page(3, message(2), message(3)) : page(3, message(4), message(5));
  });
  await refetch();
  expect([asked, texts()]).toEqual([
    [null, 'm4'],
    ['text 2', 'text 3', 'text 4', 'text 5'],
  ]);
});

it("holds each message once, in the server's order, whatever the order of arrival", async () => {
  const { store, chat, api } = await setup(1, message(5));
  api.on('GET chat/ana', page(1, ...[5, 6, 7, 8].map((seq) => message(seq))));
  for (const seq of [8, 6, 8, 7, 6, 5]) tell(store, message(seq));
  await expect.poll(() => api.count('GET chat/ana')).toBe(2);
  for (const seq of [7, 9, 8, 4]) tell(store, message(seq));
  expect(chat()?.messages.map(({ seq }) => seq)).toEqual([5, 6, 7, 8, 9]);
});

it('begins another page where the newest is long, and counts its messages when it is loaded again', async () => {
  const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
  const { store, chat, api, refetch } = await setup(1, ...numbers.map((seq) => message(seq)));
  tell(store, message(51));
  tell(store, message(52));
  expect(chat()?.messages.map(({ seq }) => seq)).toEqual([...numbers, 51, 52]);
  const asked: (string | null)[] = [];
  api.on('GET chat/ana', ({ query }) => {
    asked.push(query.get('before'));
    const from = query.has('before') ? 0 : 2;
    return page(1, ...[...numbers, 51, 52].slice(from, from === 0 ? 2 : undefined).map((seq) => message(seq)));
  });
  await refetch();
  expect(asked).toEqual([null, 'm3']);
  expect(chat()?.messages).toHaveLength(52);
});

it('keeps a message that comes while an older page is being loaded', async () => {
  const { store, chat, api } = await setup(1, message(2));
  const answer = Promise.withResolvers<object>();
  api.on('GET chat/ana', () => answer.promise);
  const load = store.dispatch(chatApi.endpoints.chat.initiate('ana', { direction: 'forward' }));
  await Promise.resolve();
  tell(store, message(3));
  answer.resolve(page(1, message(1)));
  await load;
  await expect.poll(() => chat()?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('keeps what an event has changed while an older answer was on its way', async () => {
  const { refetch, texts, api, store } = await setup(1, message(1), message(2));
  const answer = Promise.withResolvers<object>();
  api.on('GET chat/ana', () => answer.promise);
  const load = refetch();
  await Promise.resolve();
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 2, message: changed(1, { text: 'newer' }) });
  answer.resolve(page(1, message(1), message(2)));
  await load;
  expect(texts()).toEqual(['newer', 'text 2']);
});

it('hears a change that comes while the conversation is loaded for the first time', async () => {
  const answer = Promise.withResolvers<object>();
  fakeApi().on('GET chat/ana', () => answer.promise);
  const store = signedInStore({});
  const load = store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  await Promise.resolve();
  applyMessageChange(store, 'ana', { peerId: 'ana', rev: 1, message: changed(1, { text: 'newer' }) });
  answer.resolve(page(0, message(1)));
  await load;
  await expect.poll(() => loadedThread(store, 'ana')?.messages[0]?.text).toBe('newer');
});

import { expect, it } from 'vitest';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts } from '#client/test-support.tsx';
import type { ChangedMessage, ChatMessage } from '#shared/api/chat.ts';
import { chatApi } from './chat-api.ts';
import { hearChange } from './follow-changes.ts';

installBrowserParts();

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
  const store = makeStore();
  await store.dispatch(chatApi.endpoints.conversations.initiate());
  await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  const chat = () => chatApi.endpoints.chat.select('ana')(store.getState()).data;
  return {
    api,
    store,
    chat,
    texts: () => chat()?.messages.map(({ text, deletedAt }) => (deletedAt === undefined ? text : 'deleted')),
    refetch: () => store.dispatch(chatApi.endpoints.chat.initiate('ana', { forceRefetch: true, subscribe: false })),
  };
}

it('applies changes that follow on, also to what quotes them and to the list, and knows repeated ones', async () => {
  const quoting = message(4, { replyTo: { _id: 'm3', senderId: 'ana', excerpt: 'text 3' } });
  const { store, texts, chat, api } = await setup(7, message(3), quoting);
  hearChange(store, 'ana', { peerId: 'ana', rev: 8, message: changed(3, { text: 'better' }) });
  expect(texts()).toEqual(['better', 'text 4']);
  expect(chat()?.messages[0]?.senderId).toEqual(ana);
  expect(chat()?.messages[1]?.replyTo).toEqual({ _id: 'm3', senderId: 'ana', excerpt: 'better' });
  const line = () =>
    chatApi.endpoints.conversations.select()(store.getState()).data?.pages[0]?.items[0]?.lastMessage?.text;
  expect(line()).toBe('better');

  hearChange(store, 'ana', { peerId: 'ana', rev: 9, message: changed(3, { text: '', deletedAt: at(51) }) });
  hearChange(store, 'ana', { peerId: 'ana', rev: 8, message: changed(3, { text: 'better' }) });
  expect(texts()).toEqual(['deleted', 'text 4']);
  expect(chat()?.messages[1]?.replyTo).toEqual({ _id: 'm3', deleted: true });
  expect(line()).toBe('Message deleted');
  expect(api.count('GET chat/ana')).toBe(1);
});

it('asks for what is missing when an event skips a number, and applies an older event no more', async () => {
  const { store, texts, api } = await setup(1, message(1), message(2));
  api.on('GET chat/ana', ({ query }) => {
    expect(query.get('changedSince')).toBe('1');
    return { body: { rev: 3, messages: [message(1, { text: 'one' }), message(2, { text: 'two' })], more: false } };
  });
  hearChange(store, 'ana', { peerId: 'ana', rev: 3, message: changed(2, { text: 'two' }) });
  await expect.poll(texts).toEqual(['one', 'two']);
  hearChange(store, 'ana', { peerId: 'ana', rev: 2, message: changed(1, { text: 'older' }) });
  expect(texts()).toEqual(['one', 'two']);
  expect(api.count('GET chat/ana')).toBe(2);
});

it('catches up, page by page, with changes of messages older than the page that a reconnect loads', async () => {
  const { refetch, texts, api, store } = await setup(1, message(1), message(2), message(3));
  api.on('GET chat/ana', ({ query }) => {
    if (query.get('changedSince') === '1')
      return { body: { rev: 2, messages: [message(1, { text: 'one' })], more: true } };
    if (query.get('changedSince') === '2')
      return { body: { rev: 4, messages: [message(2, { text: '', deletedAt: at(9) })], more: false } };
    return page(4, message(3, { text: 'three' }), message(4));
  });
  await refetch();
  await expect.poll(texts).toEqual(['one', 'deleted', 'three', 'text 4']);
  hearChange(store, 'ana', { peerId: 'ana', rev: 5, message: changed(1, { text: 'uno' }) });
  expect(texts()?.[0]).toBe('uno');
});

it('keeps what an event has changed while an older answer was on its way', async () => {
  const { refetch, texts, api, store } = await setup(1, message(1), message(2));
  const answer = Promise.withResolvers<object>();
  api.on('GET chat/ana', () => answer.promise);
  const load = refetch();
  await Promise.resolve();
  hearChange(store, 'ana', { peerId: 'ana', rev: 2, message: changed(1, { text: 'newer' }) });
  answer.resolve(page(1, message(1), message(2)));
  await load;
  expect(texts()).toEqual(['newer', 'text 2']);
});

it('hears a change that comes while the conversation is loaded for the first time', async () => {
  const answer = Promise.withResolvers<object>();
  fakeApi().on('GET chat/ana', () => answer.promise);
  const store = makeStore();
  const load = store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  await Promise.resolve();
  hearChange(store, 'ana', { peerId: 'ana', rev: 1, message: changed(1, { text: 'newer' }) });
  answer.resolve(page(0, message(1)));
  await load;
  await expect.poll(() => chatApi.endpoints.chat.select('ana')(store.getState()).data?.messages[0]?.text).toBe('newer');
});

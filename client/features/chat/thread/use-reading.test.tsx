import { expect, it } from 'vitest';
import { chatApi, useChatQuery } from '#client/store/api/chat/chat-api.ts';
import { fakeApi, installBrowserParts, renderWithStore } from '#client/test-support.tsx';
import type { Chat } from '#shared/api/chat.ts';
import { useShortThread } from './use-reading.ts';

installBrowserParts();

const message = (number: number) => ({
  _id: `m${number}`,
  seq: number,
  senderId: null,
  text: `line ${number}`,
  createdAt: new Date(number * 1000).toISOString(),
});

function chatOf(count: number, more: Partial<Chat> = {}): Chat {
  const messages = Array.from({ length: count }, (_, i) => message(i + 1));
  return { _id: 'c', participants: [], messages, hasMore: false, ...more };
}

function Thread({ atEnd }: { atEnd: boolean }) {
  const { data } = useChatQuery('ben');
  return data ? <Shown chat={data} atEnd={atEnd} /> : null;
}

function Shown({ chat, atEnd }: { chat: Chat; atEnd: boolean }) {
  useShortThread(chat, 'ben', atEnd);
  return (
    <p>
      {chat.messages[0]?.text} to {chat.messages.at(-1)?.text}
    </p>
  );
}

it('drops messages far above the end, and sets hasMore', async () => {
  fakeApi().on('GET chat/ben', { body: { chat: chatOf(401) } });
  const { findByText, store } = renderWithStore(<Thread atEnd />);
  await findByText('line 202 to line 401');
  expect(chatApi.endpoints.chat.select('ben')(store.getState()).data?.hasMore).toBe(true);
});

it.each([
  ['of a thread that is not so long', chatOf(400), true],
  ['while what is above is read', chatOf(401), false],
  ['where the upstream has no pages to bring it back', { ...chatOf(401), hasMore: undefined }, true],
])('keeps everything %s', async (_, chat, atEnd) => {
  fakeApi().on('GET chat/ben', { body: { chat } });
  const { findByText } = renderWithStore(<Thread atEnd={atEnd} />);
  await findByText(`line 1 to line ${chat.messages.length}`);
});

it('does not merge a page above the gap that was requested before', async () => {
  const api = fakeApi().on('GET chat/ben', { body: { chat: chatOf(401, { hasMore: true }) } });
  const { findByText, store } = renderWithStore(<Thread atEnd />);
  await findByText('line 202 to line 401');
  api.on('GET chat/ben', { body: { chat: chatOf(0, { messages: [message(0)] }) } });
  await store.dispatch(chatApi.endpoints.olderMessages.initiate({ key: 'ben', before: 'm1' }));
  await expect.poll(() => api.count('GET chat/ben')).toBe(2);
  await findByText('line 202 to line 401');
});

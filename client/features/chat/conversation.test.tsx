import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { applyMessage } from '#client/api/chat/conversation-list.ts';
import { Announcer } from '#client/lib/dom/announce.tsx';
import { enqueue, removeOutboxItem } from '#client/live/outbox.ts';
import { typingChanged } from '#client/state/slices/live-slice.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { announced, listOf, makePerson, renderWithStore, unavailable } from '#client/test-support.tsx';
import { stubMedia } from '#tests/setup/browser-parts.ts';
import { ChatPage } from './chat-page.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const me = makePerson({ _id: 'me', firstName: 'Demo' });

function open(
  answer: Parameters<FakeApi['on']>[1],
  profile: object = { body: { user: ana, message: '' } },
  capabilities: string[] = [],
) {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities } })
    .on('GET user/connections', listOf())
    .on('GET profile/ana', profile)
    .on('GET chat/ana', answer);
  const page = (
    <main>
      <Announcer />
      <ChatPage />
    </main>
  );
  return { api, ...renderWithStore(page, { path: '/chat/ana', route: '/chat/:targetUserId' }) };
}

const chat = { body: { chat: { _id: 'c', participants: [me, ana], messages: [] } } };

it('takes the focus once it has loaded, but not from a user who has begun to search', async () => {
  stubMedia('');
  const first = open(chat);
  const composer = () => screen.findByRole('textbox', { name: 'Message Ana' });
  await composer();
  await waitFor(async () => expect(document.activeElement).toBe(await composer()));
  first.unmount();
  const loaded = Promise.withResolvers<typeof chat>();
  const { user } = open(loaded.promise);
  const search = await screen.findByRole('searchbox', { name: 'Search conversations' });
  await user.type(search, 'An');
  loaded.resolve(chat);
  await composer();
  await user.keyboard('a');
  expect(search).toHaveProperty('value', 'Ana');
  expect(await composer()).toHaveProperty('value', '');
});

it('says who is typing, in a line that a right-to-left name does not turn', async () => {
  const { store } = open(chat);
  await screen.findByRole('textbox', { name: 'Message Ana' });
  act(() => void store.dispatch(typingChanged({ key: 'ana', typing: true })));
  expect((await screen.findByText('Ana is typing…')).closest('[dir="auto"]')).toBeNull();
});

it('asks for all connections only where the list of conversations is beside the chat', async () => {
  stubMedia();
  const phone = open(chat);
  await screen.findByRole('textbox', { name: 'Message Ana' });
  expect(phone.api.count('GET user/connections')).toBe(0);
  phone.unmount();
  stubMedia('');
  const computer = open(chat);
  await screen.findByRole('searchbox', { name: 'Search conversations' });
  await waitFor(() => expect(computer.api.count('GET user/connections')).toBe(1));
});

it.each([
  ['which the chat leaves out', null, {}, { status: 404, body: {} }],
  [
    'as our upstream answers it',
    { _id: 'ana', firstName: 'Former', lastName: 'member', skills: [] },
    { closed: true },
    undefined,
  ],
])(
  'closes the chat of a deleted account, %s, keeps its messages, and offers nothing that cannot work',
  async (...row) => {
    const [, former, closed, profile] = row;
    const messages = [{ _id: 'm', senderId: former, text: 'So long.', createdAt: '2026-03-02T09:30:00.000Z' }];
    const participants = former ? [me, former] : [me];
    open({ body: { chat: { _id: 'c', participants, messages, ...closed } } }, profile);
    await screen.findByRole('heading', { level: 1, name: 'Former member' });
    screen.getByText('So long.');
    await screen.findByText(/This account is not available/);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'View profile', hidden: true })).toBeNull();
  },
);

it('names somebody whom the user has blocked, and leads to where that is taken back', async () => {
  const messages = [{ _id: 'm', senderId: ana, text: 'So long.', createdAt: '2026-03-02T09:30:00.000Z' }];
  open({ body: { chat: { _id: 'c', participants: [me, ana], messages, closed: true, blocked: true } } });
  await screen.findByRole('heading', { level: 1, name: 'Ana Lima' });
  await screen.findByText(/You have blocked Ana Lima/);
  const link = screen.getByRole('link', { name: 'Blocked people' });
  expect(link.getAttribute('href')).toBe('/setting?section=privacy');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('names a person who is not a connection', async () => {
  open({ status: 404, body: { code: 'not_connected', message: 'Not connected.' } });
  await screen.findByRole('heading', { level: 1, name: 'Ana Lima' });
  await screen.findByRole('heading', { name: 'You can chat once you are both connected' });
  // Presence is not shown, because this person can no longer be online.
  expect(screen.queryByText(/^(Online|Offline|Connecting…)$/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Find in conversation', hidden: true })).toBeNull();
  expect(screen.queryByRole('button', { name: 'View profile', hidden: true })).not.toBeNull();
});

it.each([
  [404, 'not_found', 'This conversation is closed', 'View profile'],
  [403, 'forbidden', 'This conversation is not available', 'Your connections'],
])('closes an open conversation whose next load is answered with %i, and says so', async (...row) => {
  const [status, code, heading, way] = row;
  const { api, store } = open(chat);
  await screen.findByRole('textbox', { name: 'Message Ana' });
  expect(announced()).toBe('');
  api.on('GET chat/ana', { status, body: { code, message: 'No.' } });
  const again = chatApi.endpoints.chat.initiate('ana', { subscribe: false, forceRefetch: true });
  await act(async () => void (await store.dispatch(again)));
  await screen.findByRole('heading', { name: heading });
  await waitFor(() => expect(announced()).toBe('This conversation is closed.'));
  expect(screen.queryByRole('textbox', { name: 'Message Ana' })).toBeNull();
  expect(screen.queryByRole('link', { name: way })).not.toBeNull();
});

it('has a composer where the chat reply leaves out an existing participant', async () => {
  open({ body: { chat: { _id: 'c', participants: [], messages: [] } } });
  await screen.findByRole('heading', { level: 1, name: 'Ana Lima' });
  await screen.findByRole('textbox', { name: 'Message Ana' });
  await screen.findByRole('heading', { name: 'Say hello to Ana' });
  expect(screen.queryByRole('button', { name: 'Find in conversation', hidden: true })).not.toBeNull();
});

it('keeps the element of a message when the server confirms it, with what the user has pressed in it', async () => {
  const listed = { user: ana, lastMessage: null, unread: 0 };
  fakeApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', { body: { items: [listed], nextCursor: null, unreadTotal: 0, unreadConversations: 0 } })
    .on('GET chat/ana', { body: { chat: { _id: 'c', participants: [me, ana], messages: [] } } });
  const { store } = renderWithStore(<ChatPage />, { path: '/chat/ana', route: '/chat/:targetUserId' });
  await screen.findByRole('textbox', { name: 'Message Ana' });
  const item = await act(async () => enqueue('me', { peerId: 'ana', text: 'Hello', after: null }));
  const row = (await screen.findByText('Hello')).closest('li');
  const confirmed = { _id: 'm1', senderId: me, text: 'Hello', createdAt: item.createdAt, clientId: item.clientId };
  // Outside of `act`, which would draw both changes at once.
  applyMessage(store, { key: 'ana', message: confirmed, seen: true });
  await Promise.resolve();
  removeOutboxItem('me', item.clientId);
  await expect.poll(() => row?.dataset.id).toBe('m1');
  expect(screen.getByText('Hello').closest('li')).toBe(row);
});

it('finds in the loaded messages where the upstream does not search them, and not before they are loaded', async () => {
  const texts = ['red apple', 'green pear', 'green apple'];
  const messages = texts.map((text, index) => ({
    _id: `m${index}`,
    senderId: ana,
    text,
    createdAt: '2026-03-02T09:30:00.000Z',
  }));
  const { api, user, container } = open(unavailable('Busy.'));
  await screen.findByText('Busy.');
  expect(screen.queryByRole('button', { name: 'Find in conversation', hidden: true })).toBeNull();
  api.on('GET chat/ana', { body: { chat: { _id: 'c', participants: [me, ana], messages } } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Find in conversation', hidden: true }));
  const field = await screen.findByRole('searchbox', { name: 'Search in this conversation' });
  await user.type(field, 'Apple');
  const found = within(await screen.findByRole('list', { name: 'Found messages' }));
  expect((await found.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
    '/chat/ana?message=m2',
    '/chat/ana?message=m0',
  ]);
  expect(found.getAllByText('Ana Lima', { selector: 'bdi' }), 'the text sets the direction').toHaveLength(2);
  const marked = () => [...container.querySelectorAll('[data-message] mark')].map(({ textContent }) => textContent);
  expect(marked()).toEqual(['apple', 'apple']);
  await user.click(found.getByRole('link', { name: /red/ }));
  await waitFor(() => expect(document.activeElement?.getAttribute('data-id')).toBe('m0'));
  await user.type(field, '{Escape}');
  expect(marked()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('searches the whole conversation where the upstream does, and loads pages up to the message that is chosen', async () => {
  const message = (seq: number) => ({
    _id: `m${seq}`,
    seq,
    senderId: ana,
    text: seq === 1 ? 'the plan' : `line ${seq}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, seq)).toISOString(),
  });
  const page = (from: number, to: number) => ({
    body: {
      chat: {
        _id: 'c',
        participants: [me, ana],
        messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
        hasMore: from > 1,
      },
      rev: 0,
    },
  });
  const answer = ({ query }: { query: URLSearchParams }) => {
    const before = query.get('before');
    return before === null ? page(21, 30) : before === 'm21' ? page(11, 20) : page(1, 10);
  };
  const { api, user } = open(answer, undefined, ['chat.search']);
  api.on('GET search/messages', {
    body: { items: [{ message: message(1), peer: ana, before: null, after: message(2) }], nextCursor: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Find in conversation', hidden: true }));
  await user.type(await screen.findByRole('searchbox', { name: 'Search in this conversation' }), 'plan');
  await user.click(await screen.findByRole('link', { name: /the plan/ }));
  await waitFor(() => expect(document.activeElement?.getAttribute('data-id')).toBe('m1'));
  expect(api.calls.findLast(({ call }) => call === 'GET search/messages')?.query.get('with')).toBe('ana');
});

it('asks for older messages where the loaded ones do not overflow the screen, which can then not be scrolled', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2000);
  const message = (_id: string) => ({ _id, senderId: ana, text: `line ${_id}`, createdAt: '2026-03-02T09:30:00.000Z' });
  const page = (_id: string, hasMore: boolean) => ({
    body: { chat: { _id: 'c', participants: [me, ana], messages: [message(_id)], hasMore } },
  });
  const { api } = open(({ query }: { query: URLSearchParams }) =>
    query.get('before') === null ? page('2', true) : page('1', false),
  );
  await screen.findByText('line 2');
  await screen.findByText('line 1');
  expect(api.calls.some(({ query }) => query.get('before') === '2')).toBe(true);
});

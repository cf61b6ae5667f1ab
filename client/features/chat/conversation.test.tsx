import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { applyMessage } from '#client/store/api/chat/chat-cache.ts';
import { enqueue, removeOutboxItem } from '#client/store/outbox/outbox.ts';
import { fakeApi, installBrowserParts, makePerson, renderWithStore } from '#client/test-support.tsx';
import { ChatPage } from './chat-page.tsx';

installBrowserParts();

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const me = makePerson({ _id: 'me', firstName: 'Demo' });

function open(answer: object, profile: object = { body: { user: ana, message: '' } }) {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: [] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET profile/ana', profile)
    .on('GET chat/ana', answer);
  return { api, ...renderWithStore(<ChatPage />, { path: '/chat/ana', route: '/chat/:targetUserId' }) };
}

it('names a former member, keeps the messages, and offers no action that cannot work', async () => {
  const messages = [{ _id: 'm', senderId: null, text: 'So long.', createdAt: '2026-03-02T09:30:00.000Z' }];
  open({ body: { chat: { _id: 'c', participants: [me], messages } } }, { status: 404, body: {} });
  await screen.findByRole('heading', { level: 1, name: 'Former member' });
  expect(screen.queryByText('So long.')).not.toBeNull();
  await screen.findByText(/This account is not available/);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Former member' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'View profile' })).toBeNull();
});

it('closes a chat whose other account is deleted, as our upstream answers it', async () => {
  const former = { _id: 'ana', firstName: 'Former', lastName: 'member', skills: [] };
  const messages = [{ _id: 'm', senderId: former, text: 'So long.', createdAt: '2026-03-02T09:30:00.000Z' }];
  open({ body: { chat: { _id: 'c', participants: [me, former], messages, closed: true } } });
  await screen.findByRole('heading', { level: 1, name: 'Former member' });
  screen.getByText('So long.');
  await screen.findByText(/This account is not available/);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'View profile', hidden: true })).toBeNull();
});

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

it('has a composer where the chat reply leaves out an existing participant', async () => {
  open({ body: { chat: { _id: 'c', participants: [], messages: [] } } });
  await screen.findByRole('heading', { level: 1, name: 'Ana Lima' });
  await screen.findByRole('textbox', { name: 'Message Ana' });
  await screen.findByRole('heading', { name: 'Say hello to Ana' });
  expect(screen.queryByRole('button', { name: 'Find in conversation', hidden: true })).not.toBeNull();
});

it('offers no Find where it could not be loaded', async () => {
  open({ status: 503, body: { code: 'unavailable', message: 'Busy.' } });
  await screen.findByText('Busy.');
  expect(screen.queryByRole('button', { name: 'Find in conversation', hidden: true })).toBeNull();
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
  applyMessage(store, { peerId: 'ana', message: confirmed, seen: true });
  await Promise.resolve();
  removeOutboxItem('me', item.clientId);
  await screen.findByRole('button', { name: /^Message of / });
  expect(screen.getByText('Hello').closest('li')).toBe(row);
});

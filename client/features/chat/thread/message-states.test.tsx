import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type MessageChange, makeChange, waitingChanges } from '#client/live/changes.ts';
import { enqueue, outboxItems, putOutboxItem } from '#client/live/outbox.ts';
import { fakeApi, installBrowserParts, makePerson, renderWithStore } from '#client/test-support.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { capabilities } from '#shared/capabilities.ts';
import { ChatPage } from '../chat-page.tsx';

installBrowserParts();

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const own: ChatMessage = {
  _id: 'm1',
  seq: 1,
  senderId: me,
  text: 'On time',
  createdAt: '2026-01-01T00:00:00.000Z',
};

async function open() {
  fakeApi()
    .on('GET capabilities', { body: { capabilities } })
    .on('GET user/connections', { body: { message: '', data: [ana] } })
    .on('GET chats', { body: { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 } })
    .on('GET chat/ana', { body: { chat: { _id: 'c', participants: [me, ana], messages: [own] }, rev: 1 } });
  const { user } = renderWithStore(<ChatPage />, { path: '/chat/ana', route: '/chat/:targetUserId' });
  const composer = await screen.findByRole('textbox', { name: 'Message Ana' });
  return { user, composer };
}

function withMouse() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: fine)' || query.includes('64rem'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const refusedEdit: MessageChange = {
  kind: 'edit',
  messageId: 'm1',
  peerId: 'ana',
  text: 'Late',
  at: '2026-01-01T00:01:00.000Z',
  state: 'failed',
  reason: 'Too late.',
};
const failEdit = () => makeChange('me', refusedEdit);
const failMessage = () => {
  const item = enqueue('me', { peerId: 'ana', text: 'Hello', after: null });
  putOutboxItem('me', { ...item, state: 'failed', reason: 'No.' });
};
const states = () => [...outboxItems('me'), ...waitingChanges('me')].map(({ state }) => state);

it.each([
  ['Discard', 'an edit that was refused', failEdit, []],
  ['Retry', 'an edit that was refused', failEdit, ['waiting']],
  ['Remove', 'a message that was refused', failMessage, []],
  ['Retry', 'a message that was refused', failMessage, ['waiting']],
])('moves the focus to the composer after %s of %s', async (name, _what, fail, left) => {
  withMouse();
  const { user, composer } = await open();
  act(() => fail());
  const button = await screen.findByRole('button', { name });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  expect(states()).toEqual(left);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(composer);
});

it('moves the focus to the composer after a message with pictures that waits was cancelled', async () => {
  withMouse();
  const { user, composer } = await open();
  const picture = { id: 'p1', width: 4, height: 3 };
  act(() => void enqueue('me', { peerId: 'ana', text: '', after: null, pictures: [picture] }));
  const button = await screen.findByRole('button', { name: 'Cancel' });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(composer);
});

it('moves the focus to the thread on touch, where the composer would open the on-screen keyboard', async () => {
  const { user } = await open();
  act(() => failEdit());
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Conversation with Ana Lima' }));
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listOf, makePerson, memberApi, renderWithStore } from '#client/test-support.tsx';
import { MessagesPage } from './messages-page.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const bea = makePerson({ _id: 'bea', firstName: 'Béa', lastName: 'Berg' });
const zoe = makePerson({ _id: 'zoe', firstName: 'Zoe' });
const at = '2026-01-02T00:00:00.000Z';
const message = { _id: 'm7', senderId: ana, text: 'The PostgreSQL index is ready', createdAt: at };

const own = (text: string) => ({ _id: 'm', text, senderId: 'me', createdAt: at });
const room = {
  room: { _id: 'p', project: { _id: 'p', projectName: 'Quill' } },
  lastMessage: { ...own('Me joined'), event: 'joined' },
  unread: 0,
  muted: true,
};

function open(capabilities: string[]) {
  const api = memberApi(capabilities)
    .on('GET user/connections', listOf(zoe, bea, ana))
    .on('GET chats', {
      body: {
        items: [{ user: bea, lastMessage: own('See\n`you`'), unread: 128 }, room],
        nextCursor: null,
        unreadTotal: 128,
        unreadConversations: 1,
      },
    })
    .on('GET search/messages', {
      body: { items: [{ message, peer: ana, before: null, after: null }], nextCursor: null },
    });
  return { api, ...renderWithStore(<MessagesPage />, { path: '/messages', route: '/messages' }) };
}

it('lists conversations with their last message and what is unread, then the other connections by name, and finds a name', async () => {
  const { user } = open(['chat.list']);
  const rows = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  await screen.findByText('You: See `you`');
  expect(rows()).toEqual(['/chat/bea', '/messages/room/p', '/chat/ana', '/chat/zoe']);
  expect(screen.getByRole('link', { name: /Béa/ }).textContent).toMatch(/99\+ unread$/);
  expect(screen.getByRole('link', { name: /Ana/ }).textContent).not.toContain('unread');
  // The line about a new member names its subject. A right-to-left name does not turn it.
  expect(screen.getByText(/joined$/).textContent).toBe('\u200eMe joined');
  expect(screen.getByRole('link', { name: /Quill/ }).textContent).toContain('Muted');
  await user.type(screen.getByRole('searchbox'), 'bea');
  expect(rows()).toContain('/chat/bea');
  expect(rows()).not.toContain('/chat/zoe');
});

it('finds people and messages, and leads to the message', async () => {
  const { user, api } = open(['chat.list', 'chat.search']);
  await user.type(await screen.findByRole('searchbox', { name: 'Search people and messages' }), 'postgres');
  // Results of the first letters may come before those of the whole word.
  const found = () => screen.getByRole('link', { name: /The PostgreSQL index is ready/ });
  await waitFor(() => expect(within(found()).getByText('Postgres', { exact: false, selector: 'mark' })).not.toBeNull());
  expect(found().getAttribute('href')).toBe('/chat/ana?message=m7');
  const asked = () => api.calls.filter(({ call }) => call === 'GET search/messages').map(({ query }) => query.get('q'));
  await waitFor(() => expect(asked()).toContain('postgres'));
  await waitFor(() => expect(screen.queryByText('You: See `you`')).toBeNull());
});

it('lists the connections where the upstream keeps no conversations', async () => {
  const { api } = open([]);
  await screen.findByRole('link', { name: /Ana Lima/ });
  expect(api.count('GET chats')).toBe(0);
  expect(screen.getByRole('searchbox', { name: 'Search conversations' })).not.toBeNull();
});

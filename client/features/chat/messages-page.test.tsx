import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { installBrowserParts, listOf, makePerson, memberApi, renderWithStore } from '#client/test-support.tsx';
import { MessagesPage } from './messages-page.tsx';

installBrowserParts();

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Berg' });
const at = '2026-01-02T00:00:00.000Z';
const message = { _id: 'm7', senderId: ana, text: 'The PostgreSQL index is ready', createdAt: at };

function open(capabilities: string[]) {
  const api = memberApi(capabilities)
    .on('GET user/connections', listOf(ana, ben))
    .on('GET chats', {
      body: {
        items: [{ user: ben, lastMessage: { _id: 'm', text: 'See you', senderId: 'me', createdAt: at }, unread: 128 }],
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

it('lists conversations with their last message and what is unread, then the connections without messages', async () => {
  open(['chat.list']);
  const rows = async () => (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
  await screen.findByText('You: See you');
  expect(await rows()).toEqual(['/chat/ben', '/chat/ana']);
  expect(screen.getByRole('link', { name: /Ben/ }).textContent).toMatch(/99\+ unread$/);
  expect(screen.getByRole('link', { name: /Ana/ }).textContent).not.toContain('unread');
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
  await waitFor(() => expect(screen.queryByText('You: See you')).toBeNull());
});

it('lists the connections where the upstream keeps no conversations', async () => {
  const { api } = open([]);
  await screen.findByRole('link', { name: /Ana Lima/ });
  expect(api.count('GET chats')).toBe(0);
  expect(screen.getByRole('searchbox', { name: 'Search conversations' })).not.toBeNull();
});

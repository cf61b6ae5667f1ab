import { expect, it } from 'vitest';
import type { User } from '#shared/api/users.ts';
import { conversationRows } from './conversation-rows.ts';

const person = (id: string, firstName: string): User => ({ _id: id, firstName, lastName: 'X' });
const conversations = [
  {
    user: person('b', 'Béa'),
    lastMessage: { _id: 'm', text: 'see\n`this`', senderId: 'me', createdAt: '2026-01-01T00:00:00.000Z' },
    unread: 0,
  },
];

it('puts conversations first, then other connections by name, each once', () => {
  const rows = conversationRows(conversations, [person('z', 'Zoe'), person('b', 'Béa'), person('a', 'Ana')], 'me', '');
  expect(rows.map((row) => row.person._id)).toEqual(['b', 'a', 'z']);
  expect(rows[0]?.line).toBe('You: see `this`');
});

it('finds a name whatever its accents', () => {
  expect(conversationRows(conversations, [person('a', 'Ana')], 'me', 'bea')).toHaveLength(1);
});

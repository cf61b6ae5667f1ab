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
  expect(rows.map(({ key }) => key)).toEqual(['b', 'a', 'z']);
  expect(rows[0]?.line).toBe('You: see `this`');
});

it('finds a name whatever its accents', () => {
  expect(conversationRows(conversations, [person('a', 'Ana')], 'me', 'bea')).toHaveLength(1);
});

it('names a room by its project, and does not attribute the line about a new member', () => {
  const project = { _id: 'p', projectName: 'Quill' };
  const joined = { _id: 'm', text: 'Me joined', senderId: 'me', createdAt: '2026-01-01T00:00:00.000Z' };
  const room = (event?: 'joined') => ({
    room: { _id: 'p', project },
    lastMessage: { ...joined, ...(event && { event }) },
    unread: 2,
    muted: true as const,
  });
  const [row] = conversationRows([room('joined')], [], 'me', 'qui');
  expect(row).toMatchObject({ key: 'room:p', name: 'Quill', line: 'Me joined', unread: 2, state: 'Muted' });
  expect(conversationRows([room()], [], 'me', '')[0]?.line).toBe('You: Me joined');
});

import { describe, expect, it } from 'vitest';
import { matching, rowsOf } from './connection-rows.ts';

const zoe = { _id: 'z', firstName: 'Zoë', lastName: 'Abt' };
const ana = { _id: 'a', firstName: 'Ana', lastName: 'Zima' };
const chat = {
  user: zoe,
  lastMessage: { _id: 'm', text: 'Hi', senderId: 'z', createdAt: '2026-01-02T00:00:00.000Z' },
  unread: 2,
};
const names = (rows: ReturnType<typeof matching>) => rows.map(({ person }) => person.firstName);

describe('rowsOf', () => {
  it('puts recent chats first, then names', () => {
    expect(names(rowsOf([ana, zoe], [chat], 'recent'))).toEqual(['Zoë', 'Ana']);
    expect(names(rowsOf([zoe, ana], [chat], 'name'))).toEqual(['Ana', 'Zoë']);
  });

  it('finds a name without its accents', () => {
    const rows = rowsOf([zoe, ana], [], 'name');
    expect(names(matching(rows, ' zoe a'))).toEqual(['Zoë']);
    expect(matching(rows, 'zoe')[0], 'the same row, which is not rendered again').toBe(rows[1]);
  });

  it('carries the last message and the unread count', () => {
    expect(rowsOf([zoe], [chat], 'name')[0]).toMatchObject({ unread: 2, last: { text: 'Hi' } });
  });
});

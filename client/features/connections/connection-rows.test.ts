import { describe, expect, it } from 'vitest';
import { rowsOf } from './connection-rows.ts';

const zoe = { _id: 'z', firstName: 'Zoë', lastName: 'Abt' };
const ana = { _id: 'a', firstName: 'Ana', lastName: 'Zima' };
const chat = {
  user: zoe,
  lastMessage: { _id: 'm', text: 'Hi', senderId: 'z', createdAt: '2026-01-02T00:00:00.000Z' },
  unread: 2,
};
const names = (rows: ReturnType<typeof rowsOf>) => rows.map(({ person }) => person.firstName);

describe('rowsOf', () => {
  it('puts recent chats first, then names', () => {
    expect(names(rowsOf([ana, zoe], [chat], { filter: '', order: 'recent' }))).toEqual(['Zoë', 'Ana']);
    expect(names(rowsOf([zoe, ana], [chat], { filter: '', order: 'name' }))).toEqual(['Ana', 'Zoë']);
  });

  it('finds a name without its accents', () => {
    expect(names(rowsOf([zoe, ana], [], { filter: ' zoe a', order: 'name' }))).toEqual(['Zoë']);
  });

  it('carries the last message and the unread count', () => {
    expect(rowsOf([zoe], [chat], { filter: '', order: 'name' })[0]).toMatchObject({ unread: 2, last: { text: 'Hi' } });
  });
});

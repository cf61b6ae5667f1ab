// @module-tag once
import { describe, expect, it } from 'vitest';
import { findConfirmed, type OutboxItem } from '#client/live/outbox.ts';
import type { ChatMessage } from '#shared/api/chat.ts';

const own = { _id: 'me', firstName: 'Ana', lastName: 'Bo' };
const peer = { _id: 'peer', firstName: 'Ben', lastName: 'Co' };
const stored = (id: string, text: string, sender = own, more: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: id,
  senderId: sender,
  text,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const item = (clientId: string, text: string, more: Partial<OutboxItem> = {}): OutboxItem => ({
  clientId,
  peerId: 'peer',
  text,
  createdAt: '2026-01-01T00:00:00.000Z',
  order: Number(clientId.replace(/\D/g, '')),
  state: 'waiting',
  attempted: true,
  after: null,
  ...more,
});
const ids = (items: readonly OutboxItem[]) => items.map(({ clientId }) => clientId);

const confirmedIn = (history: ChatMessage[], ...items: OutboxItem[]) => {
  const { confirmed, remaining } = findConfirmed(items, history, 'me');
  return { confirmed: ids(confirmed), remaining };
};

it('where the upstream names clientIds, those alone confirm an item, not the text of a message from another device', () => {
  const history = [stored('m1', 'hi', own, { seq: 1, clientId: 'c1' }), stored('m2', 'hi', own, { seq: 2 })];
  expect(confirmedIn(history, item('c1', 'hi'), item('c2', 'hi')).confirmed).toEqual(['c1']);
});

describe('at an upstream without clientIds, a message', () => {
  it('confirms the first item with its text and sender, and no second one later on', () => {
    const history = [stored('m1', 'ok'), stored('m2', 'ok', peer)];
    const { confirmed, remaining } = confirmedIn(history, item('c1', 'ok'), item('c2', 'ok'));
    expect([confirmed, ids(remaining)]).toEqual([['c1'], ['c2']]);
    expect(confirmedIn(history, ...remaining).confirmed).toEqual([]);
    expect(confirmedIn([...history, stored('m3', 'ok')], ...remaining).confirmed).toEqual(['c2']);
  });

  it('confirms no item that was written after it, or was not sent yet', () => {
    expect(confirmedIn([stored('m1', 'ok')], item('c1', 'ok', { after: 'm1' })).confirmed).toEqual([]);
    expect(confirmedIn([stored('m1', 'ok')], item('c1', 'ok', { attempted: false })).confirmed).toEqual([]);
  });
});

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

describe('findConfirmed at an upstream that names clientIds', () => {
  it('matches by clientId alone, not by the text of a message from another device', () => {
    const history = [stored('m1', 'hi', own, { seq: 1, clientId: 'c1' }), stored('m2', 'hi', own, { seq: 2 })];
    const { confirmed, remaining } = findConfirmed([item('c1', 'hi'), item('c2', 'hi')], history, 'me');
    expect([ids(confirmed), ids(remaining)]).toEqual([['c1'], ['c2']]);
  });
});

describe('findConfirmed at an upstream without clientIds', () => {
  it('matches by own sender and text, first in, first out', () => {
    const history = [stored('m1', 'ok'), stored('m2', 'ok', peer)];
    const { confirmed, remaining } = findConfirmed([item('c1', 'ok'), item('c2', 'ok')], history, 'me');
    expect([ids(confirmed), ids(remaining)]).toEqual([['c1'], ['c2']]);
  });

  it('does not let one message confirm a second item later on', () => {
    const once = findConfirmed([item('c1', 'ok'), item('c2', 'ok')], [stored('m1', 'ok')], 'me');
    const again = findConfirmed(once.remaining, [stored('m1', 'ok')], 'me');
    expect(ids(again.confirmed)).toEqual([]);
    const both = findConfirmed(once.remaining, [stored('m1', 'ok'), stored('m2', 'ok')], 'me');
    expect(ids(both.confirmed)).toEqual(['c2']);
  });

  it('ignores messages from before the item was sent', () => {
    const history = [stored('m1', 'ok'), stored('m2', 'else', peer)];
    expect(ids(findConfirmed([item('c1', 'ok', { after: 'm1' })], history, 'me').confirmed)).toEqual([]);
  });

  it('never confirms an item that was not sent yet', () => {
    const { confirmed } = findConfirmed([item('c1', 'ok', { attempted: false })], [stored('m1', 'ok')], 'me');
    expect(confirmed).toEqual([]);
  });
});

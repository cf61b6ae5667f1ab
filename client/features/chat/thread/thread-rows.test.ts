import { describe, expect, it } from 'vitest';
import { dayLabel } from '#client/lib/text/time.ts';
import type { OutboxItem } from '#client/live/outbox.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import { firstUnreadOf, threadRows } from './thread-rows.ts';

const people = {
  me: { _id: 'me', firstName: 'Ada', lastName: 'L' },
  ben: { _id: 'ben', firstName: 'Ben', lastName: 'C' },
};
const noon = new Date(2026, 4, 20, 12, 0).getTime();
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
const says = (who: keyof typeof people, id: string, minutes: number): ChatMessage => ({
  _id: id,
  senderId: people[who],
  text: id,
  createdAt: at(minutes),
});
const outline = (history: ChatMessage[], pending: OutboxItem[] = [], firstUnread?: string) =>
  threadRows(history, pending, { ownId: 'me', firstUnread, now: noon }).map((row) =>
    row.kind === 'message' ? `${row.startsRun ? '[' : ''}${row.key}${row.endsRun ? ']' : ''}` : row.kind,
  );

describe('threadRows', () => {
  it('groups messages of one person within five minutes', () => {
    expect(outline([says('ben', 'a', 0), says('ben', 'b', 4), says('me', 'c', 5), says('me', 'd', 11)])).toEqual([
      'day',
      '[a',
      'b]',
      '[c]',
      '[d]',
    ]);
  });

  it('divides days, by the reader’s own midnight', () => {
    expect(outline([says('ben', 'a', -13 * 60), says('ben', 'b', -13 * 60 + 2), says('ben', 'c', 0)])).toEqual([
      'day',
      '[a',
      'b]',
      'day',
      '[c]',
    ]);
  });

  it('puts the divider before the first unread message, and starts a run there', () => {
    expect(outline([says('ben', 'a', 0), says('ben', 'b', 1)], [], 'b')).toEqual(['day', '[a]', 'new', '[b]']);
  });

  it('puts pending messages last, under the key that they keep when stored', () => {
    const item: OutboxItem = {
      clientId: 'c1',
      peerId: 'ben',
      text: 'x',
      createdAt: at(-60),
      order: 1,
      state: 'waiting',
      attempted: true,
      after: null,
    };
    expect(outline([says('ben', 'a', 0)], [item])).toEqual(['day', '[a]', '[c1]']);
    expect(outline([says('ben', 'a', 0), { ...says('me', 'm1', 1), clientId: 'c1' }])).toEqual(['day', '[a]', '[c1]']);
  });
});

describe('firstUnreadOf', () => {
  const history = [says('me', 'a', 0), says('ben', 'b', 1), says('ben', 'c', 2)];

  it('counts from the end where the server counts', () => {
    expect(firstUnreadOf(history, 'me', { unread: 2 })).toBe('b');
    expect(firstUnreadOf(history, 'me', { unread: 0 })).toBeUndefined();
    expect(firstUnreadOf(history, 'me', { unread: 99 })).toBe('a');
    expect(firstUnreadOf([], 'me', { unread: 3 })).toBeUndefined();
    const joined: ChatMessage = { ...says('ben', 'd', 3), event: 'joined' };
    expect(firstUnreadOf([...history, joined], 'me', { unread: 1 })).toBe('c');
  });

  it('uses the last message read on this device elsewhere', () => {
    expect(firstUnreadOf(history, 'me', { readUpTo: 'b' })).toBe('c');
    expect(firstUnreadOf(history, 'me', { readUpTo: 'c' })).toBeUndefined();
    expect(firstUnreadOf(history, 'me', { readUpTo: undefined })).toBeUndefined();
  });
});

describe('dayLabel', () => {
  it('names today and yesterday', () => {
    expect(dayLabel(at(-60), noon)).toBe('Today');
    expect(dayLabel(at(-24 * 60), noon)).toBe('Yesterday');
    expect(dayLabel(at(-72 * 60), noon)).toMatch(/17/);
  });
});

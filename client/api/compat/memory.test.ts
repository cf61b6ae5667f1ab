import { afterEach, describe, expect, it } from 'vitest';
import { readDecisions, rememberDecision } from './memory.ts';

afterEach(() => localStorage.clear());

const at = '2026-01-01T00:00:00.000Z';

describe('the decisions that this browser remembers', () => {
  it('keeps each person once, the newest decision first', () => {
    rememberDecision('me', { userId: 'a', status: 'ignored', at });
    rememberDecision('me', { userId: 'b', status: 'interested', at });
    rememberDecision('me', { userId: 'a', status: 'interested', at });
    expect(readDecisions('me').map(({ userId, status }) => [userId, status])).toEqual([
      ['a', 'interested'],
      ['b', 'interested'],
    ]);
  });

  it('ignores invalid storage', () => {
    localStorage.setItem('dotcode:user:me:sent-ledger', '{"not":"a list"}');
    expect(readDecisions('me')).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { forgetRelation, forgetRequest, readDecisions, rememberDecision } from './relation-memory.ts';

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

  it('forgets a decision by the request it made', () => {
    rememberDecision('me', { userId: 'a', status: 'ignored', at, requestId: 'r1' });
    rememberDecision('me', { userId: 'b', status: 'ignored', at });
    forgetRequest('me', 'r1');
    expect(readDecisions('me').map(({ userId }) => userId)).toEqual(['b']);
  });

  it('forgets a person whose request was withdrawn, and ignores invalid storage', () => {
    rememberDecision('me', { userId: 'a', status: 'ignored', at });
    forgetRelation('me', 'a');
    expect(readDecisions('me')).toEqual([]);
    localStorage.setItem('dotcode:user:me:sent-ledger', '{"not":"a list"}');
    expect(readDecisions('me')).toEqual([]);
  });
});

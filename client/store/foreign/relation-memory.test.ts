import { afterEach, describe, expect, it } from 'vitest';
import { forget, forgetRequest, readLedger, remember } from './relation-memory.ts';

afterEach(() => localStorage.clear());

const at = '2026-01-01T00:00:00.000Z';

describe('the ledger of sent requests', () => {
  it('keeps each person once, the newest decision first', () => {
    remember('me', { userId: 'a', status: 'ignored', at });
    remember('me', { userId: 'b', status: 'interested', at });
    remember('me', { userId: 'a', status: 'interested', at });
    expect(readLedger('me').map(({ userId, status }) => [userId, status])).toEqual([
      ['a', 'interested'],
      ['b', 'interested'],
    ]);
  });

  it('forgets a decision by the request it made', () => {
    remember('me', { userId: 'a', status: 'ignored', at, requestId: 'r1' });
    remember('me', { userId: 'b', status: 'ignored', at });
    forgetRequest('me', 'r1');
    expect(readLedger('me').map(({ userId }) => userId)).toEqual(['b']);
  });

  it('forgets a person whose request was withdrawn, and ignores invalid storage', () => {
    remember('me', { userId: 'a', status: 'ignored', at });
    forget('me', 'a');
    expect(readLedger('me')).toEqual([]);
    localStorage.setItem('dotcode:user:me:sent-ledger', '{"not":"a list"}');
    expect(readLedger('me')).toEqual([]);
  });
});

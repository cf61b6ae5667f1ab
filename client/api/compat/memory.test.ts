import { afterEach, expect, it } from 'vitest';
import type { Decision } from '#shared/api/requests.ts';
import { readDecisions, rememberDecision } from './memory.ts';

afterEach(() => localStorage.clear());

it('keeps each decision once, the newest first, and ignores invalid storage', () => {
  localStorage.setItem('dotcode:user:me:sent-ledger', '{"not":"a list"}');
  expect(readDecisions('me')).toEqual([]);
  const remember = (userId: string, status: Decision) =>
    rememberDecision('me', { userId, status, at: '2026-01-01T00:00:00.000Z' });
  remember('a', 'ignored');
  remember('b', 'interested');
  remember('a', 'interested');
  expect(readDecisions('me').map(({ userId, status }) => [userId, status])).toEqual([
    ['a', 'interested'],
    ['b', 'interested'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { mergeFeed } from './merge-feed.ts';

const person = (_id: string) => ({ _id, firstName: _id, lastName: '' });
const people = (ids: string) => [...ids].map(person);
const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('');

describe('mergeFeed', () => {
  it('keeps shown people in place, drops missing ones, and appends new ones', () => {
    expect(ids(mergeFeed(people('abc'), people('dca'), []))).toBe('acd');
    expect(ids(mergeFeed(null, people('ab'), []))).toBe('ab');
  });

  it('keeps decided people out, and people whose decision was withdrawn in', () => {
    const step = (key: string, action: string) => ({ key, action, requestId: undefined });
    const steps = [step('a', 'interested'), step('b', 'withdraw'), step('d', 'ignore'), step('c', 'reject')];
    expect(ids(mergeFeed(people('b'), people('acd'), steps))).toBe('bc');
  });
});

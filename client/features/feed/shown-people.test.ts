import { describe, expect, it } from 'vitest';
import { bringToFront } from './shown-people.ts';

const person = (_id: string) => ({ _id, firstName: _id, lastName: '' });
const people = (ids: string) => [...ids].map(person);
const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('');

describe('bringToFront', () => {
  it('puts one person on top, and changes nothing when they are not there', () => {
    expect(ids(bringToFront(people('abc'), 'c'))).toBe('cab');
    expect(ids(bringToFront(people('abc'), 'z'))).toBe('abc');
  });
});

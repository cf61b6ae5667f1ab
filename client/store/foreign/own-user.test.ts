import { expect, it } from 'vitest';
import { makePerson } from '#client/test-support.tsx';
import { completedOwnUser } from './own-user.ts';

const known = { ...makePerson({ _id: 'me', about: 'Builds', skills: ['Go'] }), emailId: 'me@test.example' };
const { _id, firstName, lastName } = known;

it('keeps email, about and skills where another upstream leaves them out, and nothing else', () => {
  const before = { ...known, headline: 'Old', coverUrl: '/old.png' };
  expect(completedOwnUser({ _id, firstName, lastName: 'Newer' }, before)).toEqual({ ...known, lastName: 'Newer' });
});

it('stores the answer of our upstream, and of another user, as it is', () => {
  const loaded = { _id, firstName, lastName, emailId: known.emailId };
  expect(completedOwnUser(loaded, { ...known, headline: 'Old' })).toBe(loaded);
  const other = makePerson({ _id: 'other', firstName, lastName });
  expect(completedOwnUser(other, known)).toBe(other);
});

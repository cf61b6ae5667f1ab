import { expect, it } from 'vitest';
import { byName, matching } from './connection-list.tsx';

it('finds a name without its accents', () => {
  const zoe = { _id: 'z', firstName: 'Zoë', lastName: 'Abt' };
  const people = byName([zoe, { _id: 'a', firstName: 'Ana', lastName: 'Zima' }]);
  expect(matching(people, ' zoe a').map(({ firstName }) => firstName)).toEqual(['Zoë']);
});

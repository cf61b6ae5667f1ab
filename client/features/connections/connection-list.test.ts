import { expect, it } from 'vitest';
import { byName, matching } from './connection-list.tsx';

const zoe = { _id: 'z', firstName: 'Zoë', lastName: 'Abt' };
const ana = { _id: 'a', firstName: 'Ana', lastName: 'Zima' };
const names = (people: ReturnType<typeof matching>) => people.map(({ firstName }) => firstName);

it('orders people by name', () => {
  expect(names(byName([zoe, ana]))).toEqual(['Ana', 'Zoë']);
});

it('finds a name without its accents', () => {
  const people = byName([zoe, ana]);
  expect(names(matching(people, ' zoe a'))).toEqual(['Zoë']);
  expect(matching(people, 'zoe')[0], 'the same person, who is not rendered again').toBe(zoe);
});

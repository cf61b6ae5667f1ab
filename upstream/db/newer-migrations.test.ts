import { expect, it } from 'vitest';
import { newerThan } from './newer-migrations.ts';

const known = ['001-first', '040-jobs'].map((name) => ({ name, phase: 'expand' as const, steps: [] }));

it.each([
  { name: '041-colours', phase: 'expands', sorted: 'tolerated' as const },
  {
    name: '042-contract-of-040-jobs',
    phase: 'completes a migration that the program knows',
    sorted: 'tolerated' as const,
  },
  { name: '043-contract-of-041-colours', phase: 'completes one that it does not know', sorted: 'refused' as const },
])('an unknown migration that $phase is $sorted', ({ name, sorted }) => {
  expect(newerThan(known, ['001-first', '040-jobs', name])).toEqual({ tolerated: [], refused: [], [sorted]: [name] });
});

it('migrations that the program knows are not newer', () => {
  expect(newerThan(known, ['001-first'])).toEqual({ tolerated: [], refused: [] });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Budget, budgets, costOfMailDomain } from './budgets.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

it.each(Object.entries<Budget>(budgets))('docs/operations.md says what the budget %s is', (name, budget) => {
  const row = [`\`${name}\``, budget.counts, `${budget.points} in ${budget.seconds / 60} min`, budget.whenEmpty];
  const written = operations.split('\n').find((line) => line.startsWith(`| \`${name}\` `));
  expect(written?.split('|').map((cell) => cell.trim())).toEqual(['', ...row, '']);
});

it('an account costs more of its mail domain where the domain is not a public provider', () => {
  expect(costOfMailDomain('gmail.com')).toBe(1);
  expect(costOfMailDomain('own.example')).toBe(10);
});

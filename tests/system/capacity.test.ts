import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withCountedParts } from '#bench/cost/capacity.ts';
import { costPart, costsIn } from '#bench/cost/run.ts';
import { sectionOf } from '#bench/harness/results.ts';

const document = readFileSync('docs/scaling.md', 'utf8');

it('the tables of scaling.md are counted from the costs in the results', () => {
  const costs = costsIn(sectionOf(readFileSync('bench/RESULTS.md', 'utf8'), costPart));
  expect(Object.values(costs.postgres).every(({ database }) => database > 50)).toBe(true);
  expect(withCountedParts(document, costs)).toBe(document);
});

it('a network of ten times as many people is counted to need ten times as much', () => {
  const costs = costsIn(sectionOf(readFileSync('bench/RESULTS.md', 'utf8'), costPart));
  const [, small, large] =
    /^\| calls a second +\| +([\d.]+) \| +([\d.]+) \|/m.exec(withCountedParts(document, costs)) ?? [];
  expect([Number(small), Number(large)]).toEqual([42, 417]);
});

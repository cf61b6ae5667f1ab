import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The rows that reviews have numbered: the attacks of the first and the second, and faults of gateway, client and specification. */
const ids = [
  ...numbered('', 21),
  ...numbered('A', 16),
  ...numbered('G', 12),
  ...numbered('C', 14),
  ...numbered('S', 6),
  // In front of another service.
  ...numbered('D', 8),
];

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

/** The ids that begin the rows of a Markdown text: `| A5, G1. What holds`. That each row names tests is checked for all documents. */
function idsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ((?:[A-Z]?\d+, )*[A-Z]?\d+)\. /gm)].flatMap(([, list = '']) => list.split(', '));
}

it('every row of the attack reviews stands in docs/attacks.md', () => {
  const found = new Set(idsIn(readFileSync('docs/attacks.md', 'utf8')));
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
});

it('reads one id and several', () => {
  expect(idsIn('| 7. One | x |\n| A5, G1. Two | y |\n| None. A9 | z |')).toEqual(['7', 'A5', 'G1']);
});

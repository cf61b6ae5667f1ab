import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const document = readFileSync('docs/life-of-a-call.md', 'utf8');
const places = [...document.matchAll(/`([\w/-]+\.ts)` › `(\w+)`/g)].map(([, file = '', name = '']) => [file, name]);

it('the life of a call names every place where it says', () => {
  expect(places.length).toBeGreaterThan(20);
  const lost = places.filter(([file = '', name]) => {
    const declared = new RegExp(
      `(?:function|const|readonly) ${name}\\b|^  (?:async )?${name}\\(|\\b${name}\\(\\w*\\) \\{`,
      'm',
    );
    return !declared.test(readFileSync(file, 'utf8'));
  });
  expect(lost).toEqual([]);
});

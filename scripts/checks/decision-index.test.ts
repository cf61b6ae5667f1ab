import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const records = readdirSync(folder).filter((name) => /^\d{3}-.*\.md$/.test(name));
const index = readFileSync(new URL('README.md', folder), 'utf8');
const rows = [...index.matchAll(/^\|\s*\[(\d{3})\]\(\.\/([^)]+)\)\s*\|\s*(.*?)\s*\|\s*(.*?)\s*\|$/gm)].map(
  ([, number, file, title, state]) => ({ number, file, title, state }),
);

it('every decision record has one line in the index, with its number and its title', () => {
  const expected = records.map((file) => {
    const [heading = ''] = readFileSync(new URL(file, folder), 'utf8').split('\n');
    const [, number, title] = /^# (\d{3}) (.+)$/.exec(heading) ?? [];
    return { number, file, title };
  });
  const listed = rows.map(({ number, file, title }) => ({ number, file, title }));
  expect(listed.toSorted((a, b) => String(a.file).localeCompare(String(b.file)))).toEqual(expected);
});

it('every line of the index says a known state, and a superseded record names what took its place', () => {
  const known = /^(binding|product rule|superseded by .+)$/;
  expect(rows.filter(({ state }) => !known.test(state ?? ''))).toEqual([]);
});

it('no two records have one number', () => {
  const numbers = records.map((name) => name.slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
});

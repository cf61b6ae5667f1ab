import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { variableRows } from './variables.ts';

const sourceOf = (folder: string) =>
  globSync(`${folder}/**/*.ts`)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const sources = { gateway: sourceOf('server'), upstream: sourceOf('upstream') };

it('the table names every variable once', () => {
  expect(new Set(variableRows.map(([, { name }]) => name)).size).toBe(variableRows.length);
});

// NODE_ENV is left out, because it is the table itself that reads it for defaults.
it.each(variableRows.filter(([, { name }]) => name !== 'NODE_ENV'))(
  'the configuration’s %s is used by the programs that the table names',
  (key, { readBy }) => {
    for (const program of readBy === 'both' ? (['gateway', 'upstream'] as const) : [readBy]) {
      expect(new RegExp(`\\b${key}\\b`).test(sources[program]), program).toBe(true);
    }
  },
);

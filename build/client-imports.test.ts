import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Imports that are left after the types are removed. */
const valueImport = /^import (?!type )[^;]*? from '(?:zod|#shared\/api\/)/m;
const valueImportInShared = /^import (?!type )[^;]*? from '(?:zod|\.\.?\/api\/)/m;

it('the client, and what it shares, imports only types from shared/api, whose schemas would bring zod into the build', () => {
  const files = globSync(['client/**/*.{ts,tsx}', 'shared/**/*.ts']).filter(
    (file) => !/^shared\/api\/|\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((file) =>
      (file.startsWith('shared/') ? valueImportInShared : valueImport).test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Imports that are left after the types are removed. */
const valueImport = /^import (?!type )[^;]*? from '#shared\/api\//m;

it('the client imports only types from shared/api, whose schemas would bring zod into the build', () => {
  const files = globSync('client/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => valueImport.test(readFileSync(file, 'utf8')))).toEqual([]);
});

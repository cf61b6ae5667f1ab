import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RoutePreloads } from '#client/build/route-preloads.ts';

it('every file that a page preloads is in the build', () => {
  const folder = 'dist/client';
  const preloads: RoutePreloads = JSON.parse(readFileSync(join(folder, '.vite/route-preloads.json'), 'utf8'));
  const files = new Set(Object.values(preloads).flat());
  expect(files.size).toBeGreaterThan(20);
  expect([...files].filter((file) => !existsSync(join(folder, file)))).toEqual([]);
});

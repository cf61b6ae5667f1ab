import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RoutePreloads } from '#client/build/route-preloads.ts';

const folder = 'dist/client';
const { anyPage, ...screens }: RoutePreloads = JSON.parse(
  readFileSync(join(folder, '.vite/route-preloads.json'), 'utf8'),
);

it('every file that a page preloads is in the build', () => {
  const files = new Set([...anyPage, ...Object.values(screens).flat()]);
  expect(files.size).toBeGreaterThan(20);
  expect([...files].filter((file) => !existsSync(join(folder, file)))).toEqual([]);
});

it('no page preloads more than 30 files, and the landing page none of the frame of signed-in screens', () => {
  expect(Object.entries(screens).filter(([, files]) => files.length > 30)).toEqual([]);
  const isOfFrame = (file: string) => /\/(signed-in|shell)-/.test(file);
  expect(screens.feed.filter(isOfFrame)).toHaveLength(3);
  expect(screens.landing.filter(isOfFrame)).toEqual([]);
});

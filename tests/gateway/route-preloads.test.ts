import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { RoutePreloads } from '#client/build/route-preloads.ts';

const folder = 'dist/client';
const { anyPage, ...screens }: RoutePreloads = JSON.parse(
  readFileSync(join(folder, '.vite/route-preloads.json'), 'utf8'),
);

it('every icon of the manifest is in the build, in its size', async () => {
  const { icons } = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(icons.length).toBeGreaterThan(3);
  for (const { src, sizes, type } of icons) {
    const { width, height, format } = await sharp(join(folder, src)).metadata();
    expect([src, `image/${format}`]).toEqual([src, type.replace('+xml', '')]);
    if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
});

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

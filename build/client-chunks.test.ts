import type { Rollup } from 'vite';
import { expect, it } from 'vitest';
import { findCycle } from './client-chunks.ts';

const bundleOf = (imports: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(imports).map(([fileName, names]) => [fileName, { type: 'chunk', fileName, imports: names }]),
  ) as unknown as Rollup.OutputBundle;

it('finds chunks that import each other in a circle', () => {
  expect(findCycle(bundleOf({ 'a.js': ['b.js', 'c.js'], 'b.js': ['c.js'], 'c.js': [] }))).toBeUndefined();
  const circle = bundleOf({ 'page.js': ['a.js'], 'a.js': ['b.js'], 'b.js': ['c.js'], 'c.js': ['a.js'] });
  expect(findCycle(circle)).toEqual(['a.js', 'b.js', 'c.js', 'a.js']);
});

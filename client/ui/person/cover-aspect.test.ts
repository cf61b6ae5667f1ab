import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { coverAspect } from './cover-aspect.ts';

it('cuts the picture of a project to the shape in which the styles show it', () => {
  const styles = readFileSync('client/styles/main.css', 'utf8');
  expect(/--aspect-cover: ([\d.]+);/.exec(styles)?.[1]).toBe(String(coverAspect));
});

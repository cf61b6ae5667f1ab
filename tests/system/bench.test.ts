import { describe, expect, it } from 'vitest';
import { parts } from '#bench/parts.ts';

// Every part of `npm run bench`, so short that it says nothing about speed: that it runs, prints a table, and ends.
describe('a part of the bench', () => {
  it.for(parts)('$name prints a table', { timeout: 180_000 }, async ({ run }) => {
    const text = await run({ rounds: 1, milliseconds: 20, isSmall: true, isLarge: false });
    expect(text).toMatch(/^\| .+ \|\n\| --- \|/m);
  });
});

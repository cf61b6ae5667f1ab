import { describe, expect, it } from 'vitest';
import { drills } from '#bench/drill/drills.ts';

// The drills of `npm run drill` at a small size. A drill without its server is skipped, and fails in CI.
describe('a drill', () => {
  it.for(drills.filter(({ isLong }) => !isLong))('$name: $promised', { timeout: 90_000 }, async ({ run }, context) => {
    const result = await run('small');
    if ('skipped' in result) {
      if (process.env.CI) throw new Error(result.skipped);
      return context.skip(result.skipped);
    }
    expect(result.broken).toEqual([]);
  });
});

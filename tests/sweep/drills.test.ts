import { expect, it } from 'vitest';
import { drills } from '#bench/drill/drills.ts';
import { skipFor } from '#tests/support/lacks.ts';

// At their small size: a few seconds each. `npm run bench -- drill` presses harder, and reports how long each recovery took.
it.for(drills)('$name: what was promised is held', { timeout: 1_200_000 }, async ({ run }, context) => {
  const result = await run('small');
  if ('skipped' in result) return skipFor(context, result.skipped);
  expect(result.broken).toEqual([]);
});

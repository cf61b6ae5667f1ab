import { expect, it } from 'vitest';
import { stylesByScript } from './script-styles.ts';

it('the styles that sonner adds by script are named for the policy, and no document is left behind', async () => {
  const source = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
  expect(await stylesByScript()).toEqual([source, source]);
  expect('document' in globalThis).toBe(false);
});

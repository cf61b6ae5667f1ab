import { expect, it, vi } from 'vitest';
import { isConnectionSlow } from './window-state.ts';

it.each([
  ['is to be saved', { saveData: true, effectiveType: '4g' }, true],
  ['is slow', { saveData: false, effectiveType: 'slow-2g' }, true],
  ['is good', { saveData: false, effectiveType: '4g' }, false],
  ['is not told', undefined, false],
])('a line that %s', (_what, connection, isSlow) => {
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  expect(isConnectionSlow()).toBe(isSlow);
});

import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { isConnectionSlow, useRootMark } from './window-state.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['is to be saved', { saveData: true, effectiveType: '4g' }, true],
  ['is slow', { saveData: false, effectiveType: 'slow-2g' }, true],
  ['is good', { saveData: false, effectiveType: '4g' }, false],
  ['is not told', undefined, false],
])('a line that %s', (_what, connection, isSlow) => {
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: connection } }));
  expect(isConnectionSlow()).toBe(isSlow);
});

it('a mark of the root element is there while its component is mounted and wants it', () => {
  const isMarked = () => document.documentElement.matches('[data-writing]');
  const { rerender, unmount } = renderHook((isOn) => useRootMark('writing', isOn), { initialProps: false });
  expect(isMarked()).toBe(false);
  rerender(true);
  expect(isMarked()).toBe(true);
  unmount();
  expect(isMarked()).toBe(false);
});

import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { readPins, togglePin, usePins } from './pinned-projects.ts';
import { userKey } from './user-storage.ts';

beforeEach(() => localStorage.clear());

it('pins, unpins, and replaces the oldest by a fourth', () => {
  for (const id of ['a', 'b', 'c', 'd']) togglePin('me', id);
  expect(readPins('me')).toEqual(['d', 'c', 'b']);
  togglePin('me', 'c');
  expect(readPins('me')).toEqual(['d', 'b']);
  expect(readPins('you')).toEqual([]);
});

it('ignores invalid values', () => {
  localStorage.setItem(userKey('me', 'pinned-projects'), JSON.stringify({ a: 1 }));
  expect(readPins('me')).toEqual([]);
});

it('shows a change everywhere at once', () => {
  const { result } = renderHook(() => usePins('me'));
  expect(result.current).toEqual([]);
  act(() => {
    togglePin('me', 'a');
  });
  expect(result.current).toEqual(['a']);
});

import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useStable } from './use-later.ts';

it('gives the same function in every render, which calls the latest handler', () => {
  const [first, second] = [vi.fn((_text: string) => 0), vi.fn((text: string) => text.length)];
  const { result, rerender } = renderHook(({ handler }) => useStable(handler), { initialProps: { handler: first } });
  const stable = result.current;
  rerender({ handler: second });
  expect(result.current).toBe(stable);
  expect(stable('abc')).toBe(3);
  expect(first).not.toHaveBeenCalled();
});

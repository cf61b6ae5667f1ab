import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Announcer } from './announcer.tsx';
import { RowBones } from './skeleton.tsx';

afterEach(() => vi.useRealTimers());

it('says that it loads once that takes longer than a second', () => {
  vi.useFakeTimers();
  const page = (loading: boolean) => (
    <>
      <Announcer />
      {loading && <RowBones />}
    </>
  );
  const { rerender } = render(page(true));
  vi.advanceTimersByTime(990);
  expect(screen.getByRole('status').textContent).toBe('');
  vi.advanceTimersByTime(60);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  rerender(page(false));
  expect(vi.getTimerCount()).toBe(0);
});

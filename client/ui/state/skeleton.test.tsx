import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#client/lib/dom/announce.tsx';
import { RowBones } from './skeleton.tsx';

it('announces loading after a second', () => {
  vi.useFakeTimers();
  render(
    <>
      <Announcer />
      <RowBones />
    </>,
  );
  vi.advanceTimersByTime(990);
  expect(screen.getByRole('status').textContent).toBe('');
  vi.advanceTimersByTime(60);
  expect(screen.getByRole('status').textContent).toBe('Loading');
});

import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeStore } from '#client/store/make-store.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import { LivePaused } from './live-paused.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const words = () => screen.queryByText(/Live updates are paused/);

it('says that live updates are paused once the socket is away for long, and stops when it is back', () => {
  const store = makeStore();
  render(
    <Provider store={store}>
      <LivePaused />
    </Provider>,
  );
  const turn = (status: 'connecting' | 'online') => act(() => void store.dispatch(statusChanged(status)));
  turn('connecting');
  act(() => void vi.advanceTimersByTime(7000));
  expect(words()).toBeNull();
  act(() => void vi.advanceTimersByTime(2000));
  expect(words()).not.toBeNull();
  turn('online');
  expect(words()).toBeNull();
  turn('connecting');
  expect(words()).toBeNull();
});

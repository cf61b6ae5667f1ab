import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peopleApi } from '#client/store/api/people-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import { fakeApi, installBrowserParts, signedIn } from '#client/test-support.tsx';
import { LivePaused } from './live-paused.tsx';

installBrowserParts();

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

it('says how old something on screen is while it cannot be loaded again, and is quiet once it was', async () => {
  const call = 'GET user/connections';
  const api = fakeApi().on(call, { body: { message: '', data: [] } });
  const store = makeStore(signedIn());
  const { connections } = peopleApi.endpoints;
  void store.dispatch(connections.initiate());
  render(
    <Provider store={store}>
      <LivePaused />
    </Provider>,
  );
  const old = () => screen.queryByText(/Last loaded/);
  const askAgain = () =>
    act(async () => {
      void store.dispatch(connections.initiate(undefined, { subscribe: false, forceRefetch: true }));
      await vi.advanceTimersByTimeAsync(600);
    });
  await askAgain();
  api.on(call, { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
  await askAgain();
  expect(old()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(old()?.querySelector('time')).not.toBeNull();
  api.on(call, { body: { message: '', data: [] } });
  await askAgain();
  expect(old()).toBeNull();
});

import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { LoadingScreen } from './loading-screen.tsx';
import { screenCode } from './screen-code.ts';

const notFetched = new TypeError(
  'Failed to fetch dynamically imported module: http://localhost/assets/feed-1a2b3c4d.js',
);

/** A screen whose code comes, or fails, as the test says. */
function open(load: () => Promise<ComponentType>) {
  const route = {
    path: '/',
    lazy: { Component: screenCode(load).open },
    hydrateFallbackElement: <LoadingScreen />,
  };
  render(<RouterProvider router={createMemoryRouter([route])} />);
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  return () => void vi.unstubAllGlobals();
});

it('a screen that was never opened says so while there is no network, and opens once it is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValue(notFetched);
  open(load);
  await screen.findByRole('heading', { name: 'You’re offline' });
  expect(screen.queryByText('This page opens when you’re back.')).not.toBeNull();
  expect(screen.queryByText(/crash/)).toBeNull();
  load.mockResolvedValue(() => <p>The screen</p>);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('The screen');
});

it('tries again by itself where the network is there and the server is not', async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(notFetched);
  load.mockResolvedValue(() => <p>The screen</p>);
  open(load);
  await screen.findByText('The server does not answer. Still trying.');
  await screen.findByText('The screen');
  expect(load).toHaveBeenCalledTimes(2);
});

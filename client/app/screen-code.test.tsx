import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadingScreen } from './loading-screen.tsx';
import { reloadIfStale, screenCode } from './screen-code.ts';

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

const answer = (headers: Record<string, string>) => vi.fn(async () => new Response(null, { status: 404, headers }));

/** Settles with the outcome, or with 'open' when the promise stays open after a reload. */
async function outcome(fetch: typeof globalThis.fetch, { isRepeated = false } = {}) {
  vi.stubGlobal('fetch', fetch);
  const { promise, resolve } = Promise.withResolvers<string>();
  const reload = vi.fn(() => resolve('open'));
  reloadIfStale(notFetched, isRepeated, reload).then(
    () => resolve('goes on'),
    (thrown) => resolve(thrown === notFetched ? 'thrown' : 'another error'),
  );
  return { outcome: await promise, reloads: reload.mock.calls.length };
}

describe('reloadIfStale', () => {
  it('loads the page again when its file belongs to an older build', async () => {
    const fetch = answer({ 'x-stale-deploy': 'reload' });
    expect(await outcome(fetch)).toEqual({ outcome: 'open', reloads: 1 });
    expect(fetch).toHaveBeenCalledWith('/assets/feed-1a2b3c4d.js', { method: 'HEAD', cache: 'no-store' });
  });

  it('does so only once for the same file', async () => {
    await outcome(answer({ 'x-stale-deploy': 'reload' }));
    expect(await outcome(answer({ 'x-stale-deploy': 'reload' }))).toEqual({ outcome: 'thrown', reloads: 0 });
  });

  it('passes the failure on where there is no such file', async () => {
    expect(await outcome(answer({}))).toEqual({ outcome: 'thrown', reloads: 0 });
  });

  it('leaves it to another attempt where there is no network', async () => {
    const fetch = vi.fn(async () => Promise.reject(new TypeError('offline')));
    expect(await outcome(fetch, { isRepeated: true })).toEqual({ outcome: 'goes on', reloads: 0 });
  });

  it('loads the page again when a second attempt failed although the file is there', async () => {
    const fetch = async () => new Response(null);
    expect(await outcome(fetch)).toEqual({ outcome: 'goes on', reloads: 0 });
    expect(await outcome(fetch, { isRepeated: true })).toEqual({ outcome: 'open', reloads: 1 });
    expect(await outcome(fetch, { isRepeated: true })).toEqual({ outcome: 'goes on', reloads: 0 });
  });
});

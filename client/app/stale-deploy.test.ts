import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadIfStale } from './stale-deploy.ts';

const error = new TypeError(
  'Failed to fetch dynamically imported module: http://localhost/assets/feed-page-W6VN06eB.js',
);
const answer = (headers: Record<string, string>) => vi.fn(async () => new Response(null, { status: 404, headers }));

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Settles with the outcome, or with 'open' when the promise stays open after a reload. */
async function outcome(fetch: typeof globalThis.fetch, failure: unknown = error) {
  vi.stubGlobal('fetch', fetch);
  const { promise, resolve } = Promise.withResolvers<string>();
  const reload = vi.fn(() => resolve('open'));
  reloadIfStale(failure, reload).catch((thrown) => resolve(thrown === failure ? 'thrown' : 'another error'));
  return { outcome: await promise, reloads: reload.mock.calls.length };
}

describe('reloadIfStale', () => {
  it('loads the page again when its file belongs to an older build', async () => {
    const fetch = answer({ 'x-stale-deploy': 'reload' });
    expect(await outcome(fetch)).toEqual({ outcome: 'open', reloads: 1 });
    expect(fetch).toHaveBeenCalledWith('/assets/feed-page-W6VN06eB.js', { method: 'HEAD', cache: 'no-store' });
  });

  it('does so only once for the same file', async () => {
    await outcome(answer({ 'x-stale-deploy': 'reload' }));
    expect(await outcome(answer({ 'x-stale-deploy': 'reload' }))).toEqual({ outcome: 'thrown', reloads: 0 });
  });

  it.each([
    ['the file is there, or the server says nothing', answer({}), error],
    ['there is no network', vi.fn(async () => Promise.reject(new TypeError('offline'))), error],
    ['something else failed', answer({ 'x-stale-deploy': 'reload' }), new Error('a bug in the screen')],
  ])('passes the failure on when %s', async (_, fetch, failure) => {
    expect(await outcome(fetch as typeof globalThis.fetch, failure)).toEqual({ outcome: 'thrown', reloads: 0 });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadIfStale } from './screen-code.ts';

const error = new TypeError(
  'Failed to fetch dynamically imported module: http://localhost/assets/feed-page-W6VN06eB.js',
);
const answer = (headers: Record<string, string>) => vi.fn(async () => new Response(null, { status: 404, headers }));

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Settles with the outcome, or with 'open' when the promise stays open after a reload. */
async function outcome(fetch: typeof globalThis.fetch, { isRepeated = false } = {}) {
  vi.stubGlobal('fetch', fetch);
  const { promise, resolve } = Promise.withResolvers<string>();
  const reload = vi.fn(() => resolve('open'));
  reloadIfStale(error, isRepeated, reload).then(
    () => resolve('goes on'),
    (thrown) => resolve(thrown === error ? 'thrown' : 'another error'),
  );
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

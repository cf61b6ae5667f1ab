import { describe, expect, it } from 'vitest';
import { mute, readMuted } from '#client/device/muted.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { muteApi } from './mute-api.ts';

installBrowserParts();

it('two quick removals remove both words, and keep what another device added', async () => {
  let kept = ['spam', 'zebra', 'crepes'];
  const change = (next: string[]) => {
    kept = next;
    return { body: { words: kept } };
  };
  const wordOf = ({ body }: { body: unknown }) => (body as { word: string }).word;
  fakeApi()
    .on('GET capabilities', { body: { capabilities: ['safety'] } })
    .on('GET user/muted', () => ({ body: { items: [], nextCursor: null, words: kept } }))
    .on('POST user/muted-words', (call) => change([...kept, wordOf(call)]))
    .on('DELETE user/muted-words', (call) => change(kept.filter((word) => word !== wordOf(call))));
  const store = makeStore(signedIn());
  await store.dispatch(muteApi.endpoints.muted.initiate());
  change([...kept, 'elsewhere']);
  const press = (word: string, isMuted: boolean) =>
    store.dispatch(muteApi.endpoints.changeMutedWord.initiate({ word, isMuted }));
  await Promise.all([press('spam', false), press('zebra', false), press('new', true)]);
  expect(kept).toEqual(['crepes', 'elsewhere', 'new']);
  expect(muteApi.endpoints.muted.select()(store.getState()).data?.words).toHaveLength(3);
});

describe("the account's list of muted people", () => {
  const listOf = (...ids: string[]) => ({
    body: {
      items: ids.map((_id) => ({ user: makePerson({ _id, firstName: _id, lastName: '' }), createdAt: '' })),
      nextCursor: null,
      words: [],
    },
  });
  const here = () => readMuted('me').map(({ _id }) => _id);
  const { muted, mutePerson } = muteApi.endpoints;
  const setup = () => ({
    api: fakeApi().on('GET capabilities', { body: { capabilities: ['safety'] } }),
    store: makeStore(signedIn()),
  });

  it('stands on this device, where every screen has it at once, and not in the cache', async () => {
    const { api, store } = setup();
    api.on('GET user/muted', listOf('ana'));
    await store.dispatch(muted.initiate());
    expect(here()).toEqual(['ana']);
    expect(JSON.stringify(store.getState().api.queries)).not.toContain('ana');
  });

  it('does not replace a mute that was made while it was loaded', async () => {
    const { api, store } = setup();
    api.on('POST user/mute/ben', { body: { message: '' } });
    const first = Promise.withResolvers<object>();
    api.on('GET user/muted', () => first.promise);
    const loaded = store.dispatch(muted.initiate());
    await waitFor(() => expect(api.count('GET user/muted')).toBe(1));
    await store.dispatch(mutePerson.initiate({ _id: 'ben', name: 'Ben' }));
    const second = Promise.withResolvers<object>();
    api.on('GET user/muted', () => second.promise);
    first.resolve(listOf('ana'));
    await waitFor(() => expect(api.count('GET user/muted')).toBeGreaterThan(1));
    expect(here()).toEqual(['ben']);
    second.resolve(listOf('ben', 'ana'));
    await loaded;
    expect(here()).toEqual(['ben', 'ana']);
  });

  it('takes over, once, whom this device had muted before', async () => {
    mute('me', { _id: 'old', name: 'Old' });
    mute('me', { _id: 'erased', name: 'Erased' });
    const { api, store } = setup();
    api
      .on('POST user/mute/old', { status: 500, body: { code: 'internal', message: 'Try again.' } })
      .on('POST user/mute/erased', { status: 404, body: { code: 'not_found', message: 'Not found.' } })
      .on('GET user/muted', listOf('old'));
    await store.dispatch(muted.initiate());
    expect(here()).toEqual(['old', 'erased']);
    api.on('POST user/mute/old', { body: { message: '' } });
    await store.dispatch(muted.initiate(undefined, { forceRefetch: true }));
    expect(here()).toEqual(['old']);
    await store.dispatch(muted.initiate(undefined, { forceRefetch: true }));
    expect(api.count('POST user/mute/old')).toBe(2);
  });
});

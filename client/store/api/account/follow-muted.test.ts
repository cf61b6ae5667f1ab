import { afterEach, expect, it, vi } from 'vitest';
import { mute, readMuted } from '#client/device/muted.ts';
import { muteApi } from '#client/store/api/mute-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { followMuted } from './follow-muted.ts';

installBrowserParts();

let stop: () => void = () => undefined;
afterEach(() => stop());

const listOf = (...ids: string[]) => ({
  body: { items: ids.map((_id) => ({ user: makePerson({ _id }), createdAt: '' })), nextCursor: null, words: [] },
});
const here = () => readMuted('me').map(({ _id }) => _id);

it('does not write an older answer over a fresh mute', async () => {
  const api = fakeApi()
    .on('GET user/muted', listOf('ana'))
    .on('POST user/mute/ben', { body: { message: '' } });
  const store = makeStore(signedIn());
  stop = followMuted(store, 'me');
  await vi.waitFor(() => expect(here()).toEqual(['ana']));

  const answer = Promise.withResolvers<object>();
  api.on('GET user/muted', () => answer.promise);
  await store.dispatch(muteApi.endpoints.mutePerson.initiate({ _id: 'ben', name: 'Ben' }));
  mute('me', { _id: 'ben', name: 'Ben' });
  store.dispatch(statusChanged('online'));
  expect(here()).toEqual(['ana', 'ben']);
  answer.resolve(listOf('ben', 'ana', 'cem'));
  await vi.waitFor(() => expect(here()).toEqual(['ben', 'ana', 'cem']));
});

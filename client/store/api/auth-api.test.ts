import { expect, it, vi } from 'vitest';
import { endProfileLoad } from '#client/store/api/base-query/profile-load.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts } from '#client/test-support.tsx';
import { loadOwnUser } from './auth-api.ts';

installBrowserParts();

it.each([
  ['null', null],
  ['a list', []],
  ['a text', 'ok'],
])('a profile load that is answered with %s stores no user and is logged as unreadable', async (_name, body) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeApi().on('GET profile/view', { body });
  const store = makeStore();
  const { error } = await store.dispatch(loadOwnUser());
  endProfileLoad(store, error);
  expect(store.getState().auth).toEqual({ user: null, authenticated: false });
  expect(error).toMatchObject({ code: 'unreadable' });
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^Profile load failed: ./));
});

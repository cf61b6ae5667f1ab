import { expect, it, vi } from 'vitest';
import { beginProfileLoad } from '#client/api/auth-api.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi, installBrowserParts } from '#client/test-support.tsx';
import { authApi } from './auth-api.ts';

installBrowserParts();

it.each([
  ['null', null],
  ['a list', []],
  ['a text', 'ok'],
])('a profile load that is answered with %s stores no user and is logged as unreadable', async (_name, body) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeApi().on('GET profile/view', { body });
  const store = makeStore();
  await store.dispatch(beginProfileLoad());
  const { error } = authApi.endpoints.profileView.select()(store.getState());
  expect(store.getState().auth).toEqual({ user: null, authenticated: false });
  expect(error).toMatchObject({ code: 'unreadable' });
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^Profile load failed: ./));
});

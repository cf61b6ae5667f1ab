import { expect, it } from 'vitest';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { relationsApi } from '#client/api/relations-api.ts';
import { readPlaces, rememberPlace } from '#client/lib/device/recent-places.ts';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { setFeed } from '#client/state/slices/feed-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, noSession, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { makeStore } from './make-store.ts';
import { forgetUser } from './session-user.ts';

const ana = makePerson({ _id: 'ana' });
const me = makePerson({ _id: 'me' });

const decide = (store: ReturnType<typeof makeStore>) =>
  store.dispatch(relationsApi.endpoints.relate.initiate({ action: 'interested', person: ana }, { track: false }));

it('ends the calls that the end of the session refused, so that the next user can decide on the same person', async () => {
  const api = fakeApi().on('POST request/interested/ana', noSession);
  const store = makeStore(signedIn());
  store.dispatch(setFeed([ana]));
  const refused = decide(store);
  await waitFor(() => expect(store.getState().session.ended).toBe(true));
  store.dispatch(forgetUser());
  expect((await refused).error).toMatchObject({ name: 'AbortError' });
  expect(store.getState()).toMatchObject({ feed: { items: null }, api: { mutations: {} } });

  api.on('POST request/interested/ana', { body: { message: '' } });
  store.dispatch(setUser(makePerson({ _id: 'someone else' })));
  expect((await decide(store)).error).toBeUndefined();
  expect(api.count('POST request/interested/ana')).toBe(2);
});

it('aborts the calls under way, whose answers are for nobody', async () => {
  const api = fakeApi().on('GET user/connections', () => new Promise(() => undefined));
  const store = makeStore(signedIn());
  const call = store.dispatch(peopleApi.endpoints.connections.initiate());
  await waitFor(() => expect(api.calls).toHaveLength(1));
  store.dispatch(forgetUser());
  await call;
  expect(api.calls[0]?.signal?.aborted).toBe(true);
});

it('is not undone by a profile load or an edit that were under way', async () => {
  const profile = Promise.withResolvers<object>();
  const edit = Promise.withResolvers<object>();
  fakeApi()
    .on('GET profile/view', () => profile.promise)
    .on('PATCH profile/edit', () => edit.promise);
  const store = makeStore(signedIn());
  const load = store.dispatch(loadOwnUser());
  const saving = store.dispatch(peopleApi.endpoints.editProfile.initiate({ firstName: 'New' }));
  await Promise.resolve();
  store.dispatch(forgetUser());
  profile.resolve({ body: me });
  edit.resolve({ body: { message: '', data: { ...me, firstName: 'New' } } });
  await Promise.all([load, saving]);
  expect(store.getState().auth).toEqual({ user: null, authenticated: false });
});

it('a profile load that began before a profile was saved does not overwrite it', async () => {
  const profile = Promise.withResolvers<object>();
  const saved = { ...me, firstName: 'New' };
  const api = fakeApi()
    .on('GET profile/view', () => profile.promise)
    .on('PATCH profile/edit', { body: { message: '', data: saved } });
  const store = makeStore(signedIn());
  const load = store.dispatch(loadOwnUser());
  await store.dispatch(peopleApi.endpoints.editProfile.initiate({ firstName: 'New' }));
  api.on('GET profile/view', { body: saved });
  profile.resolve({ body: { ...me, firstName: 'Old' } });
  await load;
  expect(store.getState().auth.user?.firstName).toBe('New');
  expect(api.count('GET profile/view')).toBe(2);
});

it('forgets what that user has opened on this device, and nothing of other users', () => {
  rememberPlace('me', '/profile/ana');
  rememberPlace('you', '/profile/ana');
  makeStore(signedIn()).dispatch(forgetUser());
  expect(readPlaces('me')).toEqual([]);
  expect(readPlaces('you')).toHaveLength(1);
});

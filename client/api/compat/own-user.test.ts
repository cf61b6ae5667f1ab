import { expect, it } from 'vitest';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { makeStore } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { fakeApi, makePerson } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const whole = { ...makePerson({ _id: 'me', about: 'Builds', skills: ['Go'] }), emailId: 'me@test.example' };
const { _id, firstName, lastName } = whole;
const failed = { status: 500, body: { message: 'Something went wrong ' } };

/** Loads the profile where `before` is the stored user, `view` the answer of profile/view and `person` that of profile/:id. */
async function load(before: typeof whole | null, view: object, person: object) {
  const api = fakeApi().on('GET profile/view', { body: view }).on('GET profile/me', person);
  const store = makeStore({ auth: { user: before, authenticated: before !== null } });
  const { data } = await store.dispatch(loadOwnUser());
  return { user: store.getState().auth.user, incomplete: data?.incomplete, asked: api.count('GET profile/me') };
}

it('asks for about and skills where the profile call leaves them out, before the user is stored', async () => {
  const person = { body: { user: { ...whole, emailId: undefined, about: 'Newer' } } };
  expect((await load(null, { _id, firstName, lastName }, person)).user).toEqual({
    ...{ _id, firstName, lastName },
    ...{ about: 'Newer', skills: ['Go'] },
  });
});

it('keeps the email of the login, and nothing else that the answers leave out', async () => {
  const before = { ...whole, headline: 'Old', coverUrl: '/old.png' };
  const { user } = await load(before, { _id, firstName, lastName: 'Newer' }, { body: { user: { _id, about: '' } } });
  expect(user).toEqual({ ...whole, lastName: 'Newer', about: '', skills: [] });
});

it('keeps about and skills where their call fails, and says so where nothing is known of them', async () => {
  const known = await load(whole, { _id, firstName, lastName }, failed);
  expect(known).toMatchObject({ user: whole, incomplete: undefined });
  const unknown = await load(null, { _id, firstName, lastName }, failed);
  expect(unknown).toMatchObject({ user: { _id, firstName, lastName }, incomplete: { status: 500 } });
});

it('stores the answer of our upstream as it is, after one call', async () => {
  const loaded = { _id, firstName, lastName, emailId: whole.emailId };
  expect(await load({ ...whole, about: 'Old' }, loaded, failed)).toEqual({
    user: loaded,
    incomplete: undefined,
    asked: 0,
  });
});

it('stores nobody where the user logs out during that second call', async () => {
  const person = Promise.withResolvers<object>();
  const api = fakeApi()
    .on('GET profile/view', { body: { _id, firstName, lastName } })
    .on('GET profile/me', () => person.promise);
  const store = makeStore({ auth: { user: whole, authenticated: true } });
  const load = store.dispatch(loadOwnUser());
  await waitFor(() => expect(api.count('GET profile/me')).toBe(1));
  store.dispatch(forgetUser());
  person.resolve({ body: { user: whole } });
  await load;
  // The load ends with the log-out; what it would store comes after the end of the call.
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.getState().auth).toEqual({ user: null, authenticated: false });
});

import { expect, it, vi } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { authApi, beginProfileLoad, loadOwnUser } from './auth-api.ts';

const whole = { ...makePerson({ _id: 'me', about: 'Builds', skills: ['Go'] }), emailId: 'me@test.example' };
const { _id, firstName } = whole;
const view = { _id, firstName, lastName: 'Newer' };
const failed = { status: 500, body: { message: 'Something went wrong ' } };

/** Loads the profile where `before` is the stored user, `view` the answer of profile/view and `person` that of profile/:id. */
async function load(before: typeof whole | null, view: object, person: object) {
  const api = fakeApi().on('GET profile/view', { body: view }).on('GET profile/me', person);
  const store = makeStore({ auth: { user: before, authenticated: before !== null } });
  await store.dispatch(loadOwnUser());
  return { user: store.getState().auth.user, asked: api.count('GET profile/me') };
}

// Our upstream answers the email, another leaves it out, with about and skills.
it.each([
  [
    'the answer of our upstream as it is, after one call',
    { ...view, emailId: whole.emailId },
    whole,
    failed,
    undefined,
  ],
  [
    'about and skills of a second call',
    view,
    null,
    { body: { user: { ...whole, about: 'Newer' } } },
    { about: 'Newer', skills: ['Go'] },
  ],
  [
    'the email of the login, and nothing else that the answers leave out',
    view,
    { ...whole, headline: 'Old', coverUrl: '/old.png' },
    { body: { user: { _id, about: '' } } },
    { emailId: whole.emailId, about: '', skills: [] },
  ],
  [
    'about and skills from before where their call fails',
    view,
    whole,
    failed,
    { emailId: whole.emailId, about: 'Builds', skills: ['Go'] },
  ],
  ['no about and skills where nothing is known of them', view, null, failed, {}],
])('stores %s', async (_what, loaded, before, person, added) => {
  expect(await load(before, loaded, person)).toEqual({ user: { ...loaded, ...added }, asked: added ? 1 : 0 });
});

it('stores nobody where the user logs out during that second call', async () => {
  const person = Promise.withResolvers<object>();
  const api = fakeApi()
    .on('GET profile/view', { body: view })
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

it.each([null, [], 'ok'])(
  'a profile load that is answered with %j stores no user and is logged as unreadable',
  async (body) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeApi().on('GET profile/view', { body });
    const store = makeStore();
    await store.dispatch(beginProfileLoad());
    const { error } = authApi.endpoints.profileView.select()(store.getState());
    expect(store.getState().auth).toEqual({ user: null, authenticated: false });
    expect(error).toMatchObject({ code: 'unreadable' });
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^Profile load failed: ./));
  },
);

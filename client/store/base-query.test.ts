import { describe, expect, it, vi } from 'vitest';
import { fakeApi, installBrowserParts, signedIn } from '../test-support.tsx';
import { authApi } from './auth-api.ts';
import { makeStore } from './make-store.ts';
import { peopleApi } from './people-api.ts';

installBrowserParts();

const loadConnections = (store: ReturnType<typeof makeStore>) =>
  store.dispatch(peopleApi.endpoints.connections.initiate(undefined, { subscribe: false }));

describe('the end of a session', () => {
  it('is believed of a 401', async () => {
    fakeApi().on('GET user/connections', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } });
    const store = makeStore(signedIn());
    const { error } = await loadConnections(store);
    expect(error).toMatchObject({ code: 'unauthenticated' });
    expect(store.getState().session.ended).toBe(true);
  });

  it('is checked with the profile where an upstream answers 400 with a text', async () => {
    const api = fakeApi()
      .on('GET user/connections', { status: 400, body: 'jwt expired' })
      .on('GET profile/view', { status: 400, body: 'jwt expired' });
    const store = makeStore(signedIn());
    await loadConnections(store);
    expect(api.count('GET profile/view')).toBe(1);
    expect(store.getState().session.ended).toBe(true);
  });

  it('is not concluded from a 400 while the profile still answers', async () => {
    fakeApi()
      .on('GET user/connections', { status: 400, body: "Error:Cannot read properties of null (reading '_id')" })
      .on('GET profile/view', { body: { _id: 'me', firstName: 'Demo', lastName: 'Person' } });
    const store = makeStore(signedIn());
    const { error } = await loadConnections(store);
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(store.getState().session.ended).toBe(false);
  });

  it('is not concluded from a refused login', async () => {
    const api = fakeApi().on('POST login', { status: 400, body: 'Something went wrong Invalid Credentials' });
    const store = makeStore();
    const { error } = await store.dispatch(authApi.endpoints.login.initiate({ emailId: 'a', password: 'b' }));
    expect(error).toMatchObject({ message: 'Invalid Credentials' });
    expect([api.calls.length, store.getState().session.ended]).toEqual([1, false]);
  });
});

describe('a call without an answer', () => {
  it('tells an unreachable server from being offline', async () => {
    fakeApi().on('GET user/connections', 'network error');
    expect((await loadConnections(makeStore(signedIn()))).error).toMatchObject({ code: 'unreachable', status: 0 });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect((await loadConnections(makeStore(signedIn()))).error).toMatchObject({ code: 'offline', status: 0 });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { peopleApi } from '#client/api/people-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { makeStore } from '#client/state/make-store.ts';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, noSession, signedIn } from '#client/test-support.tsx';

const loadConnections = (store: ReturnType<typeof makeStore>) =>
  store.dispatch(peopleApi.endpoints.connections.initiate(undefined, { subscribe: false }));

const sessionEnds = (store: ReturnType<typeof makeStore>) =>
  expect.poll(() => store.getState().session.ended).toBe(true);

describe('a call that the end of the session refused', () => {
  const refusedCallsOf = (store: ReturnType<typeof makeStore>) =>
    store.dispatch((_dispatch, _getState, { refusedCalls }) => refusedCalls);
  const edit = { projectId: 'p1', changes: { projectName: 'New name' } };
  const start = async () => {
    const api = fakeApi().on('PATCH project/edit/p1', noSession);
    const store = makeStore(signedIn());
    const ended = vi.fn();
    const call = store.dispatch(projectsApi.endpoints.editProject.initiate(edit)).then((result) => {
      ended();
      return result;
    });
    await sessionEnds(store);
    return { api, store, call, ended };
  };

  /** The refusal of this call has not arrived yet. */
  const startThenLogIn = async (_id: string) => {
    const refusal = Promise.withResolvers<typeof noSession>();
    const api = fakeApi().on('PATCH project/edit/p1', () => refusal.promise);
    const store = makeStore(signedIn());
    const call = store.dispatch(projectsApi.endpoints.editProject.initiate(edit));
    await expect.poll(() => api.count('PATCH project/edit/p1')).toBe(1);
    store.dispatch(setUser(makePerson({ _id })));
    return { api, store, call, refuse: () => refusal.resolve(noSession) };
  };

  it('is repeated unchanged when the same user has logged in again', async () => {
    const { api, store, call, ended } = await start();
    expect(ended).not.toHaveBeenCalled();
    api.on('PATCH project/edit/p1', { body: { project: { _id: 'p1', projectName: 'New name', skills: [] } } });
    refusedCallsOf(store).repeat();
    refusedCallsOf(store).repeat();
    expect((await call).data).toMatchObject({ projectName: 'New name' });
    const [first, second, ...more] = api.calls;
    expect([second?.call, second?.body, more]).toEqual([first?.call, edit.changes, []]);
  });

  it('fails when it is refused again', async () => {
    const { api, store, call } = await start();
    refusedCallsOf(store).repeat();
    expect((await call).error).toMatchObject({ code: 'unauthenticated' });
    expect(api.count('PATCH project/edit/p1')).toBe(2);
    expect(store.getState().session.ended).toBe(true);
  });

  it('that was sent before its user logged in again and refused after that is repeated at once', async () => {
    const { api, store, call, refuse } = await startThenLogIn('me');
    api.on('PATCH project/edit/p1', { body: { project: { _id: 'p1', projectName: 'New name', skills: [] } } });
    refuse();
    expect((await call).data).toMatchObject({ projectName: 'New name' });
    expect(store.getState().session.ended).toBe(false);
  });

  it('that was sent before another user logged in and refused after that fails, and does not end their session', async () => {
    const { api, store, call, refuse } = await startThenLogIn('somebody else');
    refuse();
    expect((await call).error).toMatchObject({ code: 'unauthenticated' });
    expect([api.count('PATCH project/edit/p1'), store.getState().session.ended]).toEqual([1, false]);
  });

  it('fails, and is not repeated, after the user has left', async () => {
    const { api, store, call } = await start();
    refusedCallsOf(store).drop();
    refusedCallsOf(store).repeat();
    expect((await call).error).toMatchObject({ code: 'unauthenticated' });
    expect(api.calls).toHaveLength(1);
  });
});

it('tells an unreachable server from being offline', async () => {
  fakeApi().on('GET user/connections', 'network error');
  expect((await loadConnections(makeStore(signedIn()))).error).toMatchObject({ code: 'unreachable', status: 0 });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect((await loadConnections(makeStore(signedIn()))).error).toMatchObject({ code: 'offline', status: 0 });
});

it('calls JSON that does not parse unreadable', async () => {
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response('{"data":', { headers }));
  expect((await loadConnections(makeStore(signedIn()))).error).toMatchObject({ code: 'unreadable', status: 0 });
});

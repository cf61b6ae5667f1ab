import { expect, it, vi } from 'vitest';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { peopleApi } from './people-api.ts';
import { refetchNow } from './refetch-now.ts';

installBrowserParts();

const listOf = (...ids: string[]) => ({ body: { message: '', data: ids.map((_id) => makePerson({ _id })) } });
const { initiate, select } = peopleApi.endpoints.connections;

function setup() {
  const api = fakeApi().on('GET user/connections', listOf('ana'));
  const store = makeStore(signedIn());
  const ids = () => select()(store.getState()).data?.people.map(({ _id }) => _id);
  return { api, store, ids };
}

it('asks again at once while another call hangs', async () => {
  const { api, store, ids } = setup();
  await store.dispatch(initiate());
  api.on('GET profile/ben', () => new Promise(() => undefined)).on('GET user/connections', listOf('ana', 'ben'));
  void store.dispatch(peopleApi.endpoints.person.initiate('ben'));
  refetchNow(store, ['Connections']);
  await vi.waitFor(() => expect(ids()).toEqual(['ana', 'ben']));
});

it.each(['first', 'later'])('asks once more after a %s answer that may be from before the event', async (which) => {
  const { api, store, ids } = setup();
  if (which === 'later') await store.dispatch(initiate());
  const answer = Promise.withResolvers<object>();
  api.on('GET user/connections', () => answer.promise);
  void store.dispatch(initiate(undefined, { forceRefetch: true }));
  await vi.waitFor(() => expect(api.count('GET user/connections')).toBe(which === 'later' ? 2 : 1));
  for (const _event of [1, 2, 3]) refetchNow(store, ['Connections']);
  api.on('GET user/connections', listOf('ana', 'ben'));
  answer.resolve(listOf('ana'));
  await vi.waitFor(() => expect(ids()).toEqual(['ana', 'ben']));
  expect(api.count('GET user/connections')).toBe(which === 'later' ? 3 : 2);
});

it('leaves alone what the event does not concern', async () => {
  const { api, store } = setup();
  await store.dispatch(initiate());
  refetchNow(store, ['Sent']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(api.calls).toHaveLength(1);
});

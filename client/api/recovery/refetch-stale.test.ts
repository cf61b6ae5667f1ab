import { expect, it } from 'vitest';
import { baseApi } from '#client/api/base-api.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { relationsApi } from '#client/api/relations-api.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const listOf = (...ids: string[]) => ({ body: { message: '', data: ids.map((_id) => makePerson({ _id })) } });
const { initiate, select } = peopleApi.endpoints.connections;

function setup() {
  const api = fakeApi().on('GET user/connections', listOf('ana')).on('DELETE user/connections/cem', { body: {} });
  const store = makeStore(signedIn());
  const ids = () => select()(store.getState()).data?.people.map(({ _id }) => _id);
  return { api, store, ids };
}

type Store = ReturnType<typeof makeStore>;

const changes = [
  ['an event', (store: Store) => void store.dispatch(baseApi.util.invalidateTags(['Connections']))],
  [
    'a mutation',
    (store: Store) => {
      const step = { action: 'remove', person: makePerson({ _id: 'cem' }) } as const;
      void store.dispatch(relationsApi.endpoints.relate.initiate(step, { track: false }));
    },
  ],
] as const;

it.each(changes)('after %s, a list is asked for again at once while another call hangs', async (_name, change) => {
  const { api, store, ids } = setup();
  await store.dispatch(initiate());
  api.on('GET profile/ben', () => new Promise(() => undefined)).on('GET user/connections', listOf('ana', 'ben'));
  void store.dispatch(peopleApi.endpoints.person.initiate('ben'));
  change(store);
  await waitFor(() => expect(ids()).toEqual(['ana', 'ben']));
});

const pending = changes.flatMap(([name, change]) =>
  (['first', 'later'] as const).map((which) => [which, name, change] as const),
);
it.each(pending)('asks once more after a %s answer that may be from before %s', async (which, _name, change) => {
  const { api, store, ids } = setup();
  if (which === 'later') await store.dispatch(initiate());
  const answer = Promise.withResolvers<object>();
  api.on('GET user/connections', () => answer.promise);
  void store.dispatch(initiate(undefined, { forceRefetch: true }));
  await waitFor(() => expect(api.count('GET user/connections')).toBe(which === 'later' ? 2 : 1));
  for (const _time of [1, 2, 3]) change(store);
  await new Promise((resolve) => setTimeout(resolve));
  api.on('GET user/connections', listOf('ana', 'ben'));
  answer.resolve(listOf('ana'));
  await waitFor(() => expect(ids()).toEqual(['ana', 'ben']));
  expect(api.count('GET user/connections')).toBe(which === 'later' ? 3 : 2);
});

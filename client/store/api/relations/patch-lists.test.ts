import { expect, it } from 'vitest';
import { peopleApi } from '#client/store/api/people-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { removeFromFeed, setFeed } from '#client/store/slices/feed-slice.ts';
import { setRequests } from '#client/store/slices/requests-slice.ts';
import type { ReceivedRequest, SentRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { patchLists } from './patch-lists.ts';
import type { RelationStep } from './relation-step.ts';

const person = (_id: string): User => ({ _id, firstName: _id, lastName: 'Example', skills: [] });
const request = (_id: string, from: string, to: string) =>
  ({ _id, fromUserID: person(from), toUserID: person(to), status: 'interested' }) as unknown as ReceivedRequest &
    SentRequest;

/** A store in which every list is loaded with three entries, the second of which is about `ben`. */
async function loaded() {
  const store = makeStore();
  store.dispatch(setFeed(['ann', 'ben', 'carl'].map(person)));
  const received = ['ann', 'ben', 'carl'].map((id) => request(`from-${id}`, id, 'me'));
  store.dispatch(setRequests(received));
  const sent = ['ann', 'ben', 'carl'].map((id) => request(`to-${id}`, 'me', id));
  await store.dispatch(peopleApi.util.upsertQueryData('sent', undefined, { requests: sent }));
  const people = ['ann', 'ben', 'carl'].map(person);
  await store.dispatch(peopleApi.util.upsertQueryData('connections', undefined, { people, former: 1 }));
  const { endpoints } = peopleApi;
  const ids = (items: readonly { _id: string }[] | null | undefined) => items?.map(({ _id }) => _id).join(' ');
  return {
    store,
    lists: () => {
      const state = store.getState();
      return {
        feed: ids(state.feed.items),
        requests: ids(state.requests.items),
        sent: ids(endpoints.sent.select()(state).data?.requests),
        connections: ids(endpoints.connections.select()(state).data?.people),
      };
    },
  };
}

const before = {
  feed: 'ann ben carl',
  requests: 'from-ann from-ben from-carl',
  sent: 'to-ann to-ben to-carl',
  connections: 'ann ben carl',
};
const ben = person('ben');
const eve = person('eve');
const withoutRequest = { requests: 'from-ann from-carl' };

const steps: readonly (readonly [name: string, step: RelationStep, changed: Partial<typeof before>])[] = [
  ['interested', { action: 'interested', person: ben }, { feed: 'ann carl' }],
  ['ignore', { action: 'ignore', person: ben }, { feed: 'ann carl' }],
  ['ignore of a person who is not in the feed', { action: 'ignore', person: eve }, {}],
  [
    'accept',
    { action: 'accept', person: eve, requestId: 'from-ben' },
    { ...withoutRequest, connections: 'ann ben carl eve' },
  ],
  ['accept of a connection', { action: 'accept', person: ben, requestId: 'from-ben' }, withoutRequest],
  ['accept of a deleted account', { action: 'accept', person: null, requestId: 'from-ben' }, withoutRequest],
  ['reject', { action: 'reject', person: ben, requestId: 'from-ben' }, withoutRequest],
  ['reject of a request that is gone', { action: 'reject', person: ben, requestId: 'from-eve' }, {}],
  ['withdraw by the request', { action: 'withdraw', person: null, requestId: 'to-ben' }, { sent: 'to-ann to-carl' }],
  ['withdraw by the person', { action: 'withdraw', person: eve }, { feed: 'eve ann ben carl' }],
  ['remove', { action: 'remove', person: ben }, { connections: 'ann carl' }],
  ['remove of a deleted account', { action: 'remove', person: null }, {}],
];

it.each(steps)(
  '%s changes the loaded lists, and undoing restores each at its old place',
  async (_name, step, changed) => {
    const { store, lists } = await loaded();
    const undo = patchLists(step, store);
    expect(lists()).toEqual({ ...before, ...changed });
    undo();
    expect(lists()).toEqual(before);
  },
);

it('a withdrawal moves the person from the sent requests to the front of the feed', async () => {
  const { store, lists } = await loaded();
  store.dispatch(removeFromFeed('ben'));
  const undo = patchLists({ action: 'withdraw', person: ben }, store);
  expect(lists()).toMatchObject({ feed: 'ben ann carl', sent: 'to-ann to-carl' });
  undo();
  expect(lists()).toMatchObject({ feed: 'ann carl', sent: 'to-ann to-ben to-carl' });
});

it('undoing does not change a list that was loaded again and holds the entry', async () => {
  const { store, lists } = await loaded();
  const undo = patchLists({ action: 'interested', person: ben }, store);
  store.dispatch(setFeed([person('dora'), ben]));
  undo();
  expect(lists().feed).toBe('dora ben');
});

it('lists that are not loaded stay so', () => {
  const store = makeStore();
  for (const [, step] of steps) patchLists(step, store)();
  expect(store.getState().feed.items).toBeNull();
  expect(store.getState().requests.items).toBeNull();
  expect(store.getState().api.queries).toEqual({});
});

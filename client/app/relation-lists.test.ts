import { describe, expect, it } from 'vitest';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { stepKey } from '#client/api/relation-steps.ts';
import { relationsApi } from '#client/api/relations-api.ts';
import type { RelationAction } from '#client/lib/text/relation.ts';
import { type AppStore, makeStore, type RootState } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { type FakeApi, fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';

installBrowserParts();

const ana = makePerson({ _id: 'ana' });
const ben = makePerson({ _id: 'ben' });
const from = (person: typeof ana) => ({ _id: `from-${person._id}`, fromUserID: person, status: 'interested' });
const listOf = (...data: unknown[]) => ({ body: { message: '', data } });
const receivedBy = (...people: (typeof ana)[]) => listOf(...people.map(from));
const { received, sent, connections } = peopleApi.endpoints;

function press(store: AppStore, action: RelationAction, person: typeof ana, requestId?: string) {
  const step = { action, person, requestId };
  return store.dispatch(relationsApi.endpoints.relate.initiate(step, { fixedCacheKey: stepKey(step) }));
}

/** An upstream that keeps the lists of the user's relations. */
function relationsOf(api: FakeApi, names: { feed: string[]; waiting: string[]; connected: string[] }) {
  const people = new Map(Object.values(names).flatMap((ids) => ids.map((_id) => [_id, makePerson({ _id })])));
  const lists = { ...names, asked: [] as string[] };
  const person = (id: string) => people.get(id) ?? makePerson({ _id: id });
  const move = (id: string, ...to: (keyof typeof lists)[]) => {
    for (const name of ['feed', 'waiting', 'connected', 'asked'] as const)
      lists[name] = lists[name].filter((other) => other !== id);
    for (const name of to) lists[name].push(id);
  };
  const requestOf = (id: string) => ({ _id: `to-${id}`, toUserID: id, fromUserID: 'me', status: 'interested' });
  api
    .on('GET capabilities', { body: { capabilities: ['requests.sent'] } })
    .on('GET user/feed', () => ({ body: lists.feed.map(person) }))
    .on('GET user/request/received', () => receivedBy(...lists.waiting.map(person)))
    .on('GET user/connections', () => listOf(...lists.connected.map(person)))
    .on('GET user/request/sent', () =>
      listOf(...lists.asked.map((id) => ({ ...requestOf(id), toUserID: person(id) }))),
    );
  for (const id of people.keys())
    api
      .on(`POST request/interested/${id}`, () => {
        move(id, 'asked');
        return { body: { message: '', data: requestOf(id) } };
      })
      .on(`POST request/ignored/${id}`, () => {
        move(id);
        return { body: { message: '', data: { ...requestOf(id), status: 'ignored' } } };
      })
      .on(`POST request/review/accepted/from-${id}`, () => {
        move(id, 'connected');
        return { body: { message: '' } };
      })
      .on(`POST request/review/rejected/from-${id}`, () => {
        move(id);
        return { body: { message: '' } };
      })
      .on(`DELETE request/to-${id}`, () => {
        move(id, 'feed');
        return { body: { message: '' } };
      })
      .on(`DELETE user/connections/${id}`, () => {
        move(id, 'feed');
        return { body: { message: '' } };
      });
  return { lists, person };
}

/** The lists of the specified slices: RTK Query keeps the answers that filled them, which no screen reads. */
const readFromSlices = ['feed', 'received', 'search'];

/** How often each record stands in the state, by its id. A record is what has an `_id` and fields of its own. */
function recordsIn({ api, ...slices }: RootState): Map<string, number> {
  const counts = new Map<string, number>();
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('_id' in value) counts.set(String(value._id), (counts.get(String(value._id)) ?? 0) + 1);
    for (const each of Object.values(value)) walk(each);
  };
  walk(slices);
  for (const query of Object.values(api.queries)) if (!readFromSlices.includes(query?.endpointName ?? '')) walk(query);
  return counts;
}

it('the state holds no record of one id twice after twenty presses', async () => {
  const api = fakeApi();
  const feed = Array.from({ length: 10 }, (_, index) => `new${index}`);
  const { lists, person } = relationsOf(api, { feed, waiting: ['w1', 'w2', 'w3', 'w4'], connected: ['c1', 'c2'] });
  const store = makeStore(signedIn());
  await loadCapabilities(store);
  await Promise.all([
    store.dispatch(peopleApi.endpoints.feed.initiate({})),
    store.dispatch(received.initiate()),
    store.dispatch(sent.initiate()),
    store.dispatch(connections.initiate()),
  ]);
  const presses: [RelationAction, string, string?][] = [
    ...['new0', 'new1', 'new2', 'new3', 'new4'].map((id): [RelationAction, string] => ['interested', id]),
    ...['new5', 'new6'].map((id): [RelationAction, string] => ['ignore', id]),
    ['accept', 'w1', 'from-w1'],
    ['reject', 'w2', 'from-w2'],
    ['accept', 'w3', 'from-w3'],
    ['withdraw', 'new0', 'to-new0'],
    ['withdraw', 'new1', 'to-new1'],
    ['interested', 'new0'],
    ['remove', 'c1'],
    ['remove', 'w1'],
    ['interested', 'new7'],
    ['withdraw', 'new7', 'to-new7'],
    ['ignore', 'new8'],
    ['accept', 'w4', 'from-w4'],
    ['interested', 'new9'],
  ];
  expect(presses).toHaveLength(20);
  for (const [action, id, requestId] of presses) {
    await press(store, action, person(id), requestId);
    expect([...recordsIn(store.getState())].filter(([, count]) => count > 1)).toEqual([]);
  }
  const state = store.getState();
  expect({
    feed: state.feed.items?.map(({ _id }) => _id).toSorted(),
    waiting: state.requests.items?.map(({ _id }) => _id),
    asked: sent
      .select()(state)
      .data?.requests.map(({ toUserID }) => toUserID?._id)
      .toSorted(),
    connected: connections
      .select()(state)
      .data?.people.map(({ _id }) => _id)
      .toSorted(),
  }).toEqual({
    // The feed is loaded again only when few are left: it does not hold yet who came back by the end of a connection.
    feed: lists.feed.filter((id) => id.startsWith('new')).toSorted(),
    waiting: [],
    asked: lists.asked.toSorted(),
    connected: lists.connected.toSorted(),
  });
  expect(localStorage.getItem('dotcode:user:me:sent-ledger')).toBeNull();
});

describe('received requests', () => {
  it('leave the slice with the answer, and come back to their place when it fails', async () => {
    const answer = Promise.withResolvers<{ status: number; body: object }>();
    fakeApi()
      .on('GET user/request/received', receivedBy(ana, ben))
      .on('POST request/review/rejected/from-ana', () => answer.promise);
    const store = makeStore(signedIn());
    await store.dispatch(received.initiate());
    const ids = () => store.getState().requests.items?.map(({ _id }) => _id);
    const rejected = press(store, 'reject', ana, 'from-ana');
    expect(ids()).toEqual(['from-ben']);
    // The upstream still lists it.
    await store.dispatch(received.initiate(undefined, { forceRefetch: true }));
    expect(ids()).toEqual(['from-ben']);
    answer.resolve({ status: 500, body: { code: 'internal', message: 'Try again.' } });
    await rejected;
    expect(ids()).toEqual(['from-ana', 'from-ben']);
  });

  it('are not written for a user who has left', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof receivedBy>>();
    fakeApi().on('GET user/request/received', () => answer.promise);
    const store = makeStore(signedIn());
    const load = store.dispatch(received.initiate());
    await Promise.resolve();
    store.dispatch(forgetUser());
    answer.resolve(receivedBy(ana));
    await load;
    expect(store.getState().requests.items).toBeNull();
  });
});

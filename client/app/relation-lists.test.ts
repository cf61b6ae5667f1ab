import { describe, expect, it } from 'vitest';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { stepKey } from '#client/api/relation-steps.ts';
import { relationsApi } from '#client/api/relations-api.ts';
import type { RelationAction } from '#client/lib/text/relation.ts';
import { type AppStore, makeStore } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { fakeApi } from '#client/test-api.ts';
import { listOf, makePerson, signedIn } from '#client/test-support.tsx';

const ana = makePerson({ _id: 'ana' });
const ben = makePerson({ _id: 'ben' });
const cem = makePerson({ _id: 'cem' });
const dan = makePerson({ _id: 'dan' });
const eva = makePerson({ _id: 'eva' });
const from = (person: typeof ana) => ({ _id: `from-${person._id}`, fromUserID: person, status: 'interested' });
const receivedBy = (...people: (typeof ana)[]) => listOf(...people.map(from));
const { received, sent, connections } = peopleApi.endpoints;

function press(store: AppStore, action: RelationAction, person: typeof ana, requestId?: string) {
  const step = { action, person, requestId };
  return store.dispatch(relationsApi.endpoints.relate.initiate(step, { fixedCacheKey: stepKey(step) }));
}

/** A store with a person in each list: two in the feed, and one who asked, one who was asked and one connection. */
async function loadLists() {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: ['requests.sent'] } })
    .on('GET user/feed', { body: [ana, ben] })
    .on('GET user/request/received', receivedBy(cem))
    .on('GET user/request/sent', listOf({ _id: 'to-dan', toUserID: dan, fromUserID: 'me', status: 'interested' }))
    .on('GET user/connections', listOf(eva));
  const store = makeStore(signedIn());
  await loadCapabilities(store);
  const { feed } = peopleApi.endpoints;
  for (const start of [feed.initiate({}), received.initiate(), sent.initiate(), connections.initiate()])
    await store.dispatch(start as ReturnType<typeof sent.initiate>);
  const lists = () => {
    const state = store.getState();
    return {
      feed: state.feed.items?.map(({ _id }) => _id),
      received: state.requests.items?.map(({ _id }) => _id),
      sent: sent
        .select()(state)
        .data?.requests.map(({ _id }) => _id),
      connections: connections
        .select()(state)
        .data?.people.map(({ _id }) => _id),
    };
  };
  return { api, store, lists };
}

it.each<[RelationAction, typeof ana, string | undefined, call: string, changed: object]>([
  ['interested', ana, undefined, 'POST request/interested/ana', { feed: ['ben'] }],
  ['accept', cem, 'from-cem', 'POST request/review/accepted/from-cem', { received: [], connections: ['eva', 'cem'] }],
  ['reject', cem, 'from-cem', 'POST request/review/rejected/from-cem', { received: [] }],
  ['withdraw', dan, 'to-dan', 'DELETE request/to-dan', { sent: [], feed: ['dan', 'ana', 'ben'] }],
  ['remove', eva, undefined, 'DELETE user/connections/eva', { connections: [] }],
])(
  '%s changes every loaded list at once, and is taken back there when it fails',
  async (action, person, requestId, call, changed) => {
    const { api, store, lists } = await loadLists();
    const before = lists();
    const answer = Promise.withResolvers<{ status: number; body: object }>();
    api.on(call, () => answer.promise);
    const pressed = press(store, action, person, requestId);
    expect(lists()).toEqual({ ...before, ...changed });
    answer.resolve({ status: 500, body: { code: 'internal', message: 'Try again.' } });
    await pressed;
    expect(lists()).toEqual(before);
  },
);

it('a decision joins the sent requests with its answer, once', async () => {
  const { api, store, lists } = await loadLists();
  const request = { _id: 'to-ana', toUserID: 'ana', fromUserID: 'me', status: 'interested' };
  api
    .on('POST request/interested/ana', { body: { message: '', data: request } })
    .on('GET user/request/sent', () => new Promise(() => undefined));
  for (const _time of [1, 2]) await press(store, 'interested', ana);
  expect(lists().sent).toEqual(['to-ana', 'to-dan']);
});

describe('received requests', () => {
  it('leave the slice with the answer, also where the upstream still lists them, and come back to their place', async () => {
    const answer = Promise.withResolvers<{ status: number; body: object }>();
    fakeApi()
      .on('GET user/request/received', receivedBy(ana, ben))
      .on('POST request/review/rejected/from-ana', () => answer.promise);
    const store = makeStore(signedIn());
    await store.dispatch(received.initiate());
    const ids = () => store.getState().requests.items?.map(({ _id }) => _id);
    const rejected = press(store, 'reject', ana, 'from-ana');
    expect(ids()).toEqual(['from-ben']);
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

import { afterEach, expect, it, vi } from 'vitest';
import { startLive } from '#client/live/socket.ts';
import { makeStore } from '#client/store/make-store.ts';
import { setFeed } from '#client/store/slices/feed-slice.ts';
import { setSearchResults } from '#client/store/slices/search-slice.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

installBrowserParts();

let stop: () => void = () => undefined;
afterEach(() => stop());

it('takes a person out of the feed whom the user has blocked on another device', async () => {
  fakeApi();
  const store = makeStore(signedIn());
  store.dispatch(setFeed([makePerson({ _id: 'ana' }), makePerson({ _id: 'ben' })]));
  stop = startLive({ store, userId: 'me', capabilities: ['chat.live'], announce: () => undefined }).stop;
  socket.hear('connect');
  socket.hear('blockChanged', { userId: 'ana' });
  await waitFor(() => expect(store.getState().feed.items?.map(({ _id }) => _id)).toEqual(['ben']));
});

it('takes a person out of what a search has found, although its answer is still fresh', async () => {
  fakeApi();
  const store = makeStore(signedIn());
  const people = [makePerson({ _id: 'ana' }), makePerson({ _id: 'ben' })];
  store.dispatch(setSearchResults({ query: 'a', people, projects: [], next: { people: null, projects: null } }));
  stop = startLive({ store, userId: 'me', capabilities: ['chat.live'], announce: () => undefined }).stop;
  socket.hear('connect');
  socket.hear('blockChanged', { userId: 'ana' });
  await waitFor(() => expect(store.getState().search.results?.people.map(({ _id }) => _id)).toEqual(['ben']));
});

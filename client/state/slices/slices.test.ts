import { describe, expect, it } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { makePerson } from '#client/test-support.tsx';
import { removeUser, setUser } from './auth-slice.ts';
import { setHideButton, setHideEditProfileButton } from './buttons-slice.ts';
import { clearFeed, removeFromFeed, setFeed } from './feed-slice.ts';
import { removeRequest, setRequests } from './requests-slice.ts';
import { setSearchResults } from './search-slice.ts';

const ana = makePerson({ _id: 'ana' });
const ben = makePerson({ _id: 'ben' });

describe('the specified slices', () => {
  it('start empty', () => {
    const { auth, feed, requests, search, buttons } = makeStore().getState();
    expect([auth, feed.items, requests.items, search.results, buttons]).toEqual([
      { user: null, authenticated: false },
      null,
      null,
      null,
      { hideButton: false, hideEditProfileButton: false },
    ]);
  });

  it('auth: a user is set together with the flag, and removed with it', () => {
    const store = makeStore();
    store.dispatch(setUser(ana));
    expect(store.getState().auth).toEqual({ user: ana, authenticated: true });
    store.dispatch(removeUser());
    expect(store.getState().auth).toEqual({ user: null, authenticated: false });
  });

  it('feed: replaced as a whole, one removed by id, cleared to null', () => {
    const store = makeStore();
    store.dispatch(setFeed([ana, ben]));
    store.dispatch(removeFromFeed('ana'));
    expect(store.getState().feed.items).toEqual([ben]);
    store.dispatch(clearFeed());
    expect(store.getState().feed.items).toBeNull();
    store.dispatch(removeFromFeed('ben'));
    expect(store.getState().feed.items).toBeNull();
  });

  it('requests: replaced, one removed by id', () => {
    const store = makeStore();
    const request = (id: string) => ({
      _id: id,
      fromUserID: ana,
      toUserID: 'me',
      status: 'interested' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    store.dispatch(setRequests([request('r1'), request('r2')]));
    store.dispatch(removeRequest('r1'));
    expect(store.getState().requests.items?.map(({ _id }) => _id)).toEqual(['r2']);
  });

  it('search and the two flags take the given value', () => {
    const store = makeStore();
    const results = { query: 'a', people: [ana], projects: [], next: { people: null, projects: null } };
    store.dispatch(setSearchResults(results));
    store.dispatch(setHideButton(true));
    store.dispatch(setHideEditProfileButton(true));
    expect(store.getState().search.results).toEqual(results);
    expect(store.getState().buttons).toEqual({ hideButton: true, hideEditProfileButton: true });
  });
});

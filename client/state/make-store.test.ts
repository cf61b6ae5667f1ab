import { expect, it, vi } from 'vitest';
import { makePerson } from '#client/test-support.tsx';
import { type KeptCopies, makeStore, type RootState } from './make-store.ts';
import { clearFeed, setFeed } from './slices/feed-slice.ts';

it('puts kept copies into a new store, and hands over each state from then on, not before', async () => {
  const read = Promise.withResolvers<void>();
  const kept: RootState['feed'][] = [];
  const copies: KeptCopies = {
    middleware: () => (next) => next,
    restore: async (store) => {
      await read.promise;
      store.dispatch(setFeed([makePerson({ _id: 'ana' })]));
    },
    keep: ({ feed }) => kept.push(feed),
  };
  const store = makeStore(undefined, copies);
  store.dispatch(clearFeed());
  expect(kept).toEqual([]);
  read.resolve();
  await read.promise;
  await Promise.resolve();
  expect(store.getState().feed.items?.map(({ _id }) => _id)).toEqual(['ana']);
  await Promise.resolve();
  store.dispatch(clearFeed());
  expect(kept).toEqual([{ items: null }]);
});

it('starts without copies that cannot be read, and hands over each state from then on', async () => {
  const kept: RootState['feed'][] = [];
  const failure = Promise.reject(new Error('the storage is broken'));
  const store = makeStore(undefined, {
    middleware: () => (next) => next,
    restore: () => failure,
    keep: ({ feed }) => kept.push(feed),
  });
  await vi.waitFor(() => {
    store.dispatch(setFeed([makePerson({ _id: 'ana' })]));
    expect(kept.at(-1)?.items).toHaveLength(1);
  });
});

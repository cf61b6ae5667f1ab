import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import type { StoreServices } from '#client/api/base-query/base-query.ts';
import { createRefusedCalls, createSlowCalls } from '#client/api/base-query/held-calls.ts';
import { baseApi } from '../api/base-api.ts';
import { refetchStale } from '../api/recovery/refetch-stale.ts';
import { authReducer, removeUser } from './slices/auth-slice.ts';
import { buttonsReducer } from './slices/buttons-slice.ts';
import { feedReducer } from './slices/feed-slice.ts';
import { keptReducer } from './slices/kept-slice.ts';
import { liveReducer } from './slices/live-slice.ts';
import { requestsReducer } from './slices/requests-slice.ts';
import { searchReducer } from './slices/search-slice.ts';
import { sessionReducer } from './slices/session-slice.ts';

const reducer = combineReducers({
  auth: authReducer,
  session: sessionReducer,
  feed: feedReducer,
  requests: requestsReducer,
  search: searchReducer,
  buttons: buttonsReducer,
  live: liveReducer,
  kept: keptReducer,
  [baseApi.reducerPath]: baseApi.reducer,
});

export type RootState = ReturnType<typeof reducer>;

/** Removing the user resets every slice. The cache of the calls stays: `resetApiState` empties it. */
export const rootReducer: typeof reducer = (state, action) =>
  reducer(removeUser.match(action) && state ? { [baseApi.reducerPath]: state[baseApi.reducerPath] } : state, action);

/** Copies of the state that the browser keeps for the next start. They are no home of a fact: no screen reads them. */
export interface KeptCopies {
  /** Puts a copy where a call of a screen gets no answer: by `upsertQueryEntries` and the actions of slices. */
  middleware: Middleware;
  /** Reads the copies, once. */
  restore: (store: AppStore) => Promise<void>;
  /** Gets the state after each change from then on: an empty state never replaces copies that are still being read. */
  keep: (state: RootState) => void;
}

export function makeStore(preloadedState?: Partial<RootState>, keptCopies?: KeptCopies) {
  const store = createStore(preloadedState, keptCopies?.middleware);
  void keptCopies
    ?.restore(store)
    // Copies that cannot be read are as none: the page loads what it shows.
    .catch(() => undefined)
    .then(() => store.subscribe(() => keptCopies.keep(store.getState())));
  return store;
}

function createStore(preloadedState: Partial<RootState> | undefined, fillFromCopies?: Middleware) {
  const services: StoreServices = {
    refusedCalls: createRefusedCalls(),
    slowCalls: createSlowCalls(),
    profileLoad: { turn: 0 },
    turns: new Map(),
  };
  return configureStore({
    reducer: rootReducer,
    // The development checks warn when they are slow, which only tells that the machine is busy.
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        immutableCheck: { warnAfter: Infinity },
        serializableCheck: { warnAfter: Infinity },
      }).concat(...(fillFromCopies ? [fillFromCopies] : []), refetchStale, baseApi.middleware),
    ...(preloadedState ? { preloadedState: preloadedState as RootState } : {}),
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];

import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { StoreServices } from '#client/store/api/base-query/base-query.ts';
import { createRefusedCalls } from '#client/store/api/base-query/refused-calls.ts';
import { createSlowCalls } from '#client/store/api/base-query/slow-calls.ts';
import { baseApi } from './api/base-api.ts';
import { refetchStale } from './api/refetch-stale.ts';
import { authReducer, removeUser } from './slices/auth-slice.ts';
import { buttonsReducer } from './slices/buttons-slice.ts';
import { feedReducer } from './slices/feed-slice.ts';
import { liveReducer } from './slices/live-slice.ts';
import { requestsReducer } from './slices/requests-slice.ts';
import { searchReducer } from './slices/search-slice.ts';
import { sessionReducer } from './slices/session-slice.ts';
import { stepsReducer } from './slices/steps-slice.ts';

const reducer = combineReducers({
  auth: authReducer,
  session: sessionReducer,
  feed: feedReducer,
  requests: requestsReducer,
  search: searchReducer,
  buttons: buttonsReducer,
  live: liveReducer,
  steps: stepsReducer,
  [baseApi.reducerPath]: baseApi.reducer,
});

export type RootState = ReturnType<typeof reducer>;

/** Removing the user resets every slice. The cache of the calls stays: `resetApiState` empties it. */
export const rootReducer: typeof reducer = (state, action) =>
  reducer(removeUser.match(action) && state ? { [baseApi.reducerPath]: state[baseApi.reducerPath] } : state, action);

export function makeStore(preloadedState?: Partial<RootState>) {
  const services: StoreServices = {
    refusedCalls: createRefusedCalls(),
    slowCalls: createSlowCalls(),
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
      }).concat(refetchStale, baseApi.middleware),
    ...(preloadedState ? { preloadedState: preloadedState as RootState } : {}),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];

import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { baseApi } from './api/base-api.ts';
import type { StoreServices } from './calls/base-query.ts';
import { createRefusedCalls } from './calls/refused-calls.ts';
import { createSlowCalls } from './calls/slow-calls.ts';
import { authReducer, removeUser } from './slices/auth-slice.ts';
import { buttonsReducer } from './slices/buttons-slice.ts';
import { feedReducer } from './slices/feed-slice.ts';
import { liveReducer } from './slices/live-slice.ts';
import { requestsReducer } from './slices/requests-slice.ts';
import { searchReducer } from './slices/search-slice.ts';
import { sessionReducer } from './slices/session-slice.ts';
import { stepsReducer } from './slices/steps-slice.ts';

const slices = combineReducers({
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

export type RootState = ReturnType<typeof slices>;

/** Removing the user resets every slice. The cache of the calls stays: `resetApiState` empties it. */
const rootReducer: typeof slices = (state, action) =>
  slices(removeUser.match(action) && state ? { [baseApi.reducerPath]: state[baseApi.reducerPath] } : state, action);

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
      }).concat(baseApi.middleware),
    ...(preloadedState ? { preloadedState } : {}),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];

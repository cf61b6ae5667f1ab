import {
  combineReducers,
  configureStore,
  createDynamicMiddleware,
  type Reducer,
  type StateFromReducersMapObject,
} from '@reduxjs/toolkit';
import type { baseApi } from './api/base-api.ts';
import type { StoreServices } from './calls/base-query.ts';
import { createRefusedCalls } from './calls/refused-calls.ts';
import { createSlowCalls } from './calls/slow-calls.ts';
import { authReducer } from './slices/auth-slice.ts';
import { buttonsReducer } from './slices/buttons-slice.ts';
import { feedReducer } from './slices/feed-slice.ts';
import { liveReducer } from './slices/live-slice.ts';
import { requestsReducer } from './slices/requests-slice.ts';
import { searchReducer } from './slices/search-slice.ts';
import { sessionReducer } from './slices/session-slice.ts';
import { stepsReducer } from './slices/steps-slice.ts';

export const slices = {
  auth: authReducer,
  session: sessionReducer,
  feed: feedReducer,
  requests: requestsReducer,
  search: searchReducer,
  buttons: buttonsReducer,
  live: liveReducer,
  steps: stepsReducer,
};

/** `api` is missing until `addCalls`: only a page that came pre-rendered is shown before that. */
export type RootState = StateFromReducersMapObject<typeof slices> & { api: ReturnType<typeof baseApi.reducer> };

/** The store without the calls of the API, which `addCalls` adds. A pre-rendered page is hydrated before their code is loaded. */
export function makeOpenStore(preloadedState?: Partial<RootState>) {
  const services: StoreServices = {
    refusedCalls: createRefusedCalls(),
    slowCalls: createSlowCalls(),
    turns: new Map(),
  };
  const later = createDynamicMiddleware();
  const store = configureStore({
    reducer: combineReducers(slices) as unknown as Reducer<RootState>,
    // The development checks warn when they are slow, which only tells that the machine is busy.
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        immutableCheck: { warnAfter: Infinity },
        serializableCheck: { warnAfter: Infinity },
      }).concat(later.middleware),
    ...(preloadedState ? { preloadedState: preloadedState as RootState } : {}),
  });
  return Object.assign(store, { addMiddleware: later.addMiddleware });
}

export type AppStore = ReturnType<typeof makeOpenStore>;
export type AppDispatch = AppStore['dispatch'];

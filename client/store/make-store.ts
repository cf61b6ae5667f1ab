import { combineReducers } from '@reduxjs/toolkit';
import { baseApi } from './api/base-api.ts';
import { type AppStore, makeOpenStore, type RootState, slices } from './make-open-store.ts';
import { removeUser } from './slices/auth-slice.ts';

export type { AppDispatch, AppStore, RootState } from './make-open-store.ts';

const reducer = combineReducers({ ...slices, [baseApi.reducerPath]: baseApi.reducer });

/** Removing the user resets every slice. The cache of the calls stays: `resetApiState` empties it. */
const rootReducer: typeof reducer = (state, action) =>
  reducer(removeUser.match(action) && state ? { [baseApi.reducerPath]: state[baseApi.reducerPath] } : state, action);

/** Gives a store the calls of the API; once, also where it is asked for again. */
export function addCalls(store: AppStore): void {
  if (store.getState().api !== undefined) return;
  store.addMiddleware(baseApi.middleware);
  store.replaceReducer(rootReducer);
}

export function makeStore(preloadedState?: Partial<RootState>): AppStore {
  const store = makeOpenStore(preloadedState);
  addCalls(store);
  return store;
}

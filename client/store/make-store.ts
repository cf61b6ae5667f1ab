import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { baseApi } from './api/base-api.ts';
import { liveReducer } from './live/live-slice.ts';
import { authReducer } from './slices/auth-slice.ts';
import { buttonsReducer } from './slices/buttons-slice.ts';
import { feedReducer } from './slices/feed-slice.ts';
import { requestsReducer } from './slices/requests-slice.ts';
import { searchReducer } from './slices/search-slice.ts';
import { sessionReducer } from './slices/session-slice.ts';

const rootReducer = combineReducers({
  auth: authReducer,
  session: sessionReducer,
  feed: feedReducer,
  requests: requestsReducer,
  search: searchReducer,
  buttons: buttonsReducer,
  live: liveReducer,
  [baseApi.reducerPath]: baseApi.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;

export function makeStore(preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer: rootReducer,
    // How long its development checks take says only how busy the machine is.
    middleware: (defaults) =>
      defaults({ immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } }).concat(
        baseApi.middleware,
      ),
    ...(preloadedState ? { preloadedState } : {}),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];

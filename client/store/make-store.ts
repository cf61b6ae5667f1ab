import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { authReducer } from './auth-slice.ts';
import { baseApi } from './base-api.ts';
import { buttonsReducer } from './buttons-slice.ts';
import { feedReducer } from './feed-slice.ts';
import { liveReducer } from './live/live-slice.ts';
import { requestsReducer } from './requests-slice.ts';
import { searchReducer } from './search-slice.ts';
import { sessionReducer } from './session-slice.ts';

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

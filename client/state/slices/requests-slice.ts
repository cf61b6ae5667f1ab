import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { staleForMs } from '#client/api/base-api.ts';
import { peopleApi } from '#client/api/people-api.ts';
import type { ReceivedRequest } from '#shared/api/requests.ts';

export interface RequestsState {
  /** The requests that wait for an answer; null until they are loaded. */
  items: ReceivedRequest[] | null;
  /** When requests were removed, in milliseconds, by id: an answer from before must not bring them back. */
  removed?: Record<string, number>;
}

const requestsSlice = createSlice({
  name: 'requests',
  initialState: { items: null } as RequestsState,
  reducers: {
    setRequests: (state, { payload }: PayloadAction<ReceivedRequest[]>) => {
      state.items = payload;
      for (const { _id } of payload) delete state.removed?.[_id];
    },
    removeRequest: {
      prepare: (id: string) => ({ payload: id, meta: { at: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<string, string, { at: number }>) => {
        state.items = state.items?.filter(({ _id }) => _id !== payload) ?? null;
        state.removed = { ...state.removed, [payload]: meta.at };
      },
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(peopleApi.endpoints.received.matchFulfilled, (state, { payload, meta }) => {
      state.items = payload.filter(({ _id }) => (state.removed?.[_id] ?? 0) < meta.fulfilledTimeStamp - staleForMs);
    });
  },
});

export const { setRequests, removeRequest } = requestsSlice.actions;
export const requestsReducer = requestsSlice.reducer;

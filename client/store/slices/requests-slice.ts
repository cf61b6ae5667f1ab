import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ReceivedRequest } from '#shared/api/requests.ts';

/** The requests that wait for an answer; null until they are loaded. */
const requestsSlice = createSlice({
  name: 'requests',
  initialState: { items: null } as { items: ReceivedRequest[] | null },
  reducers: {
    setRequests: (state, { payload }: PayloadAction<ReceivedRequest[]>) => {
      state.items = payload;
    },
    removeRequest: (state, { payload }: PayloadAction<string>) => {
      state.items = state.items?.filter(({ _id }) => _id !== payload) ?? null;
    },
  },
});

export const { setRequests, removeRequest } = requestsSlice.actions;
export const requestsReducer = requestsSlice.reducer;

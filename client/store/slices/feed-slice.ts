import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FeedItem } from '#shared/api/users.ts';

/** The people still to meet; null until they are loaded. */
const feedSlice = createSlice({
  name: 'feed',
  initialState: { items: null } as { items: FeedItem[] | null },
  reducers: {
    setFeed: (state, { payload }: PayloadAction<FeedItem[]>) => {
      state.items = payload;
    },
    removeFromFeed: (state, { payload }: PayloadAction<string>) => {
      state.items = state.items?.filter(({ _id }) => _id !== payload) ?? null;
    },
    clearFeed: (state) => {
      state.items = null;
    },
  },
});

export const { setFeed, removeFromFeed, clearFeed } = feedSlice.actions;
export const feedReducer = feedSlice.reducer;

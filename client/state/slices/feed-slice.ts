import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { staleForMs } from '#client/api/base-api.ts';
import { type FeedQuery, peopleApi } from '#client/api/people-api.ts';
import type { FeedItem } from '#shared/api/users.ts';

export interface FeedState {
  /** The people still to meet; null until they are loaded. */
  items: FeedItem[] | null;
  /** The question that these people answer; undefined for people whom something else has put here. */
  of?: FeedQuery;
  /** The newest call: only its answer is stored. */
  asked?: string;
  /** When people were removed, in milliseconds, by id: an answer from before must not bring them back. */
  removed?: Record<string, number>;
  /** When they returned: an answer from before must not take them away. */
  returned?: Record<string, number>;
}

const feedSlice = createSlice({
  name: 'feed',
  initialState: { items: null } as FeedState,
  reducers: {
    setFeed: (state, { payload }: PayloadAction<FeedItem[]>) => {
      state.items = payload;
      for (const { _id } of payload) delete state.removed?.[_id];
    },
    removeFromFeed: {
      prepare: (id: string) => ({ payload: id, meta: { at: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<string, string, { at: number }>) => {
        state.items = state.items?.filter(({ _id }) => _id !== payload) ?? null;
        state.removed = { ...state.removed, [payload]: meta.at };
      },
    },
    /** Puts a person first whose request was withdrawn. */
    returnToFeed: {
      prepare: (person: FeedItem) => ({ payload: person, meta: { at: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<FeedItem, string, { at: number }>) => {
        if (!state.items) return;
        state.items = [payload, ...state.items.filter(({ _id }) => _id !== payload._id)];
        delete state.removed?.[payload._id];
        state.returned = { ...state.returned, [payload._id]: meta.at };
      },
    },
    clearFeed: (state) => {
      state.items = null;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(peopleApi.endpoints.feed.matchPending, (state, { meta }) => {
      state.asked = meta.requestId;
    });
    builder.addMatcher(peopleApi.endpoints.feed.matchFulfilled, (state, { payload, meta }) => {
      if (state.asked !== meta.requestId) return;
      const { items, of, removed = {}, returned = {} } = state;
      const isRecent = (at = 0) => at > meta.fulfilledTimeStamp - staleForMs;
      const fresh = new Map(payload.filter(({ _id }) => !isRecent(removed[_id])).map((person) => [person._id, person]));
      state.of = meta.arg.originalArgs;
      const isSame = of === undefined || isSameQuery(of, state.of);
      // Shown people keep their places; new people follow.
      const kept = ((isSame && items) || []).flatMap(
        (person) => fresh.get(person._id) ?? (isRecent(returned[person._id]) ? person : []),
      );
      const keptIds = new Set(kept.map(({ _id }) => _id));
      state.items = [...kept, ...[...fresh.values()].filter(({ _id }) => !keptIds.has(_id))];
    });
  },
});

export function isSameQuery(one: FeedQuery, other: FeedQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const { setFeed, removeFromFeed, returnToFeed, clearFeed } = feedSlice.actions;
export const feedReducer = feedSlice.reducer;

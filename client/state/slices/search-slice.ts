import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { resultsKey, type SearchResults, searchApi } from '#client/api/search-api.ts';
import type { User } from '#shared/api/users.ts';

export interface SearchState {
  /** The last results, shown at once when the user returns to the search. */
  results: SearchResults | null;
  /** The newest search: only its answer is stored. */
  asked?: string;
}

const { search, searchMore } = searchApi.endpoints;

const searchSlice = createSlice({
  name: 'search',
  initialState: { results: null } as SearchState,
  reducers: {
    setSearchResults: (state, { payload }: PayloadAction<SearchResults | null>) => {
      state.results = payload;
    },
    foundPersonRelated: (
      { results },
      { payload: { personId, viewer } }: PayloadAction<{ personId: string; viewer: NonNullable<User['viewer']> }>,
    ) => {
      const person = results?.people.find(({ _id }) => _id === personId);
      if (person?.viewer) person.viewer = viewer;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(search.matchPending, (state, { meta }) => {
      state.asked = meta.requestId;
    });
    builder.addMatcher(search.matchFulfilled, (state, { payload, meta }) => {
      if (state.asked === meta.requestId) state.results = payload;
    });
    builder.addMatcher(searchMore.matchFulfilled, ({ results }, { payload, meta }) => {
      const { kind, cursor, ...asked } = meta.arg.originalArgs;
      if (results?.query !== resultsKey(asked) || results.next[kind] !== cursor) return;
      Object.assign(results, payload.lookedThrough === undefined ? {} : { lookedThrough: payload.lookedThrough });
      if (payload.nextCursor === null) delete results.lookedThrough;
      Object.assign(results, { [kind]: uniqueById<{ _id: string }>([...results[kind], ...payload.items]) });
      results.next[kind] = payload.nextCursor;
    });
  },
});

/** The results without one person and their projects. */
export function withoutPerson(results: SearchResults, personId: string): SearchResults {
  return {
    ...results,
    people: results.people.filter(({ _id }) => _id !== personId),
    projects: results.projects.filter(({ creator }) => creator?._id !== personId),
  };
}

export const { setSearchResults, foundPersonRelated } = searchSlice.actions;
export const searchReducer = searchSlice.reducer;

/** Each item once: at its first place, as its last copy. */
function uniqueById<Item extends { _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item._id, item])).values()];
}

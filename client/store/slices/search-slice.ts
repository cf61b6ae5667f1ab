import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';

export interface SearchResults {
  query: string;
  people: User[];
  projects: Project[];
  /** The cursor of the next page of each list; null at the end. */
  next: { people: string | null; projects: string | null };
  /** When it was answered, in milliseconds. */
  at: number;
}

/** The last results, shown at once when the user returns to the search. */
const searchSlice = createSlice({
  name: 'search',
  initialState: { results: null } as { results: SearchResults | null },
  reducers: {
    setSearchResults: (state, { payload }: PayloadAction<SearchResults | null>) => {
      state.results = payload;
    },
  },
});

export const { setSearchResults } = searchSlice.actions;
export const searchReducer = searchSlice.reducer;

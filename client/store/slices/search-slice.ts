import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';

export interface SearchResults {
  query: string;
  people: User[];
  projects: Project[];
  /** Where the next page of each begins; null at the end. */
  next: { people: string | null; projects: string | null };
  /** When it was answered, in milliseconds. */
  at: number;
}

/** The last results, so that coming back to the search shows them at once. */
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

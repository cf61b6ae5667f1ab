import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';

/** What is searched for. */
export interface Asked {
  q: string;
  /** Only results with this skill; empty for all. */
  skill: string;
  /** Only projects that look for this role, or have this status; with the capability `projects.facts`. */
  role?: string;
  status?: string;
}

export interface SearchResults {
  query: string;
  people: User[];
  projects: Project[];
  /** The cursor of the next page of each list; null at the end. */
  next: { people: string | null; projects: string | null };
  /** How many undecided people were looked through, where the upstream has no search and there are more of them. */
  lookedThrough?: number;
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

/** The search of this store's state, for parts of the store that cannot name its type. */
export function searchIn(state: unknown): { results: SearchResults | null } {
  return (state as { search: { results: SearchResults | null } }).search;
}

/** The results without one person and their projects. */
export function withoutPerson(results: SearchResults, personId: string): SearchResults {
  return {
    ...results,
    people: results.people.filter(({ _id }) => _id !== personId),
    projects: results.projects.filter(({ creator }) => creator?._id !== personId),
  };
}

export const { setSearchResults } = searchSlice.actions;
export const searchReducer = searchSlice.reducer;

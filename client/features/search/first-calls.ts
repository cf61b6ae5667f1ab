import { projectsApi } from '#client/store/api/projects-api.ts';
import { searchApi } from '#client/store/api/search-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

export const callSearch: FirstCalls = async (store, { query }) => {
  if (query.get('q') || query.get('skill')) return undefined;
  const [people] = await Promise.all([
    store.dispatch(searchApi.endpoints.newPeople.initiate(undefined, { subscribe: false })),
    store.dispatch(projectsApi.endpoints.newProjects.initiate(undefined, { subscribe: false })),
  ]);
  return { answer: people.data, shown: ['photoUrl'] };
};

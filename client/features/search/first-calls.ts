import { feedApi, plainFeed } from '#client/store/api/feed-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

export const callSearch: FirstCalls = async (store, { query }) => {
  if (query.get('q') || query.get('skill')) return undefined;
  const [people] = await Promise.all([
    store.dispatch(feedApi.endpoints.feed.initiate(plainFeed, { subscribe: false })),
    store.dispatch(projectsApi.endpoints.newProjects.initiate(undefined, { subscribe: false })),
  ]);
  return { answer: people.data, shown: ['photoUrl'] };
};

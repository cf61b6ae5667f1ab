import { feedApi, feedQueryOf } from '#client/store/api/feed-api.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';
import { choicesIn } from './use-feed-choices.ts';

export const callFeed: FirstCalls = async (store, { query }) => {
  const asked = feedQueryOf(choicesIn(query));
  const { data } = await store.dispatch(feedApi.endpoints.feed.initiate(asked, { subscribe: false }));
  const first = data?.[0];
  // Not waited for: the card is shown without it first.
  if (first)
    void store.dispatch(
      projectsApi.endpoints.personalProjects.initiate({ userId: first._id, newest: 1 }, { subscribe: false }),
    );
  return { answer: first, shown: ['photoUrl', 'coverUrl'] };
};

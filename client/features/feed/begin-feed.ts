import { loadCapabilities } from '#client/store/api/capabilities.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { feedApi, feedQueryOf } from './feed-api.ts';
import { choicesIn } from './use-feed-choices.ts';

/** Loads the feed for the first screen of a page. */
export const beginFeed: BeginScreen = async (store, { query }, signal) => {
  const capabilities = await loadCapabilities(store);
  if (capabilities === undefined) return;
  const asked = feedQueryOf(choicesIn(query), capabilities.includes('feed.ranked'));
  const { data } = await store.dispatch(feedApi.endpoints.feed.initiate(asked, { subscribe: false }));
  if (data === undefined || signal.aborted) return;
  const first = store.getState().feed.items?.[0];
  askForFirstPictures(first, ['photoUrl', 'coverUrl'], signal);
  // Not waited for: the card is shown without it first.
  if (first)
    void store.dispatch(
      projectsApi.endpoints.personalProjects.initiate({ userId: first._id, newest: 1 }, { subscribe: false }),
    );
};

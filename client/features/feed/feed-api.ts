import type { Receipt } from '#client/store/api/auth-api.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { feedPeople } from '#client/store/api/feed-people.ts';
import type { RootState } from '#client/store/make-store.ts';
import { setFeed } from '#client/store/slices/feed-slice.ts';
import { recentSteps } from '#client/store/slices/steps-slice.ts';
import { localError } from '#client/text/api-error.ts';
import { limits } from '#shared/limits.ts';
import { mergeFeed } from './arrange-feed.ts';

interface FeedQuery {
  /** Only with the capability `feed.ranked`. */
  order?: 'match' | 'newest';
  skill?: string;
}

export const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Loads the people to meet into the feed slice, the only place that holds them; the cache keeps the receipt. Always
     * the first page: each decision removes a person, so a second page would skip people.
     */
    feed: build.query<Receipt, FeedQuery>({
      queryFn: async (asked, { dispatch, getState }, _extra, call) => {
        const askedAt = Date.now();
        const people = await feedPeople(call, { page: 1, limit: limits.page.default, ...asked });
        if ('error' in people) return people;
        const state = getState() as RootState;
        // The user has chosen another order or skill meanwhile, or has left.
        if (latestAsked(state) !== asked) return { error: localError('aborted') };
        dispatch(setFeed(mergeFeed(state.feed.items, people.data, recentSteps(state, askedAt))));
        return { data: { at: Date.now() } };
      },
    }),
  }),
});

/** The newest question to the feed that is under way. */
function latestAsked({ api }: RootState): unknown {
  return Object.values(api.queries)
    .filter((query) => query?.endpointName === 'feed' && query.status === 'pending')
    .toSorted((a, b) => (b?.startedTimeStamp ?? 0) - (a?.startedTimeStamp ?? 0))[0]?.originalArgs;
}

/** What to ask for: only an upstream with the capability `feed.ranked` orders and filters. */
export function feedQueryOf({ order, skill }: Required<FeedQuery>, isRanked: boolean): FeedQuery {
  return isRanked ? { order, ...(skill === '' ? {} : { skill }) } : {};
}

export const { useFeedQuery } = feedApi;

import type { Receipt } from '#client/store/api/auth-api.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { offers } from '#client/store/api/capabilities.ts';
import { arrangeFeed, type FeedQuery } from '#client/store/foreign/arrange-feed.ts';
import type { RootState } from '#client/store/make-store.ts';
import { setFeed } from '#client/store/slices/feed-slice.ts';
import { recentSteps } from '#client/store/slices/steps-slice.ts';
import { localError } from '#client/text/api-error.ts';
import { skillList } from '#client/text/person.ts';
import type { Intent } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';
import { feedPeople } from './feed-people.ts';
import { mergeFeed } from './merge-feed.ts';

export const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Loads the people to meet into the feed slice, the only place that holds them; the cache keeps the receipt. Always
     * the first page: each decision removes a person, so a second page would skip people.
     */
    feed: build.query<Receipt, FeedQuery>({
      queryFn: async (asked, { dispatch, getState }, _extra, call) => {
        const askedAt = Date.now();
        const ranks = await offers(dispatch, 'feed.ranked');
        const isRanked = 'data' in ranks && ranks.data;
        const people = await feedPeople(call, { page: 1, limit: limits.page.default, ...(isRanked && asked) });
        if ('error' in people) return people;
        const state = getState() as RootState;
        // The user has chosen another order or skill meanwhile, or has left.
        if (latestAsked(state) !== asked) return { error: localError('aborted') };
        const arranged = isRanked ? people.data : arrangeFeed(people.data, asked, skillList(state.auth.user?.skills));
        dispatch(setFeed(mergeFeed(state.feed.items, arranged, recentSteps(state, askedAt))));
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

interface Chosen {
  order: NonNullable<FeedQuery['order']>;
  skill: string;
  intent: Intent | '';
  overlap: number;
}

/** The question to the feed for a choice of the user. */
export function feedQueryOf({ order, skill, intent, overlap }: Chosen): FeedQuery {
  return { order, ...(skill && { skill }), ...(intent && { intent }), ...(overlap > 0 && { overlap }) };
}

export const { useFeedQuery } = feedApi;

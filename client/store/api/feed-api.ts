import { baseApi } from '#client/store/api/base-api.ts';
import { hasCapability } from '#client/store/api/capabilities.ts';
import type { FeedItem, FeedReply } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** The order and filters that the user chose for the feed; sent with the capability `feed.ranked` only. */
export interface FeedQuery {
  /** `match`: the most shared skills first. */
  order?: 'match' | 'newest';
  /** Only people with this skill. */
  skill?: string;
  /** Only people who look for this; with the capability `profile.intent`, like `overlap`. */
  intent?: Intent;
  /** Only people with so many hours in common. */
  overlap?: number;
}

export const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The people to meet, whom screens read from the feed slice. Always the first page: each decision removes a person, so a
     * second page would skip people.
     */
    feed: build.query<FeedItem[], FeedQuery>({
      queryFn: async (asked, { getState }, _extra, call) => {
        const isRanked = hasCapability(getState(), 'feed.ranked');
        const params = { page: 1, limit: limits.page.default, ...(isRanked && asked) };
        const { data, error } = await call({ url: apiPaths.feed, params });
        return error ? { error } : { data: (data as FeedReply).filter((person) => person !== null) };
      },
      providesTags: ['Feed'],
    }),
  }),
});

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

/** The question to the feed while nothing is chosen. */
export const plainFeed: FeedQuery = { order: 'match' };

export const { useFeedQuery } = feedApi;

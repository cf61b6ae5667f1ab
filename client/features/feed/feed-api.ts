import { baseApi } from '#client/store/api/base-api.ts';
import type { FeedItem, FeedReply } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

interface FeedQuery {
  /** Only with the capability `feed.ranked`. */
  order?: 'match' | 'newest';
  skill?: string;
}

export const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Always loads the first page: each decision removes a person, so a second page would skip people. */
    feed: build.query<FeedItem[], FeedQuery>({
      query: ({ order, skill }) => ({
        url: apiPaths.feed,
        params: { page: 1, limit: limits.page.default, order, skill },
      }),
      transformResponse: (reply: FeedReply) => reply.filter((person) => person !== null),
    }),
  }),
});

/** What to ask for: only an upstream with the capability `feed.ranked` orders and filters. */
export function feedQueryOf({ order, skill }: Required<FeedQuery>, isRanked: boolean): FeedQuery {
  return isRanked ? { order, ...(skill === '' ? {} : { skill }) } : {};
}

export const { useFeedQuery } = feedApi;

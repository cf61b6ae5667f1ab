import { baseApi } from '#client/store/api/base-api.ts';
import { offers } from '#client/store/api/capabilities.ts';
import { arrangeFeed, type FeedQuery } from '#client/store/foreign/arrange-feed.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import { skillList } from '#client/text/person.ts';
import type { FeedItem, FeedReply } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { filledPage } from './lists/filled-page.ts';

export type { FeedQuery };

export const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The people to meet, whom screens read from the feed slice. Always the first page: each decision removes a person, so a
     * second page would skip people.
     */
    feed: build.query<FeedItem[], FeedQuery>({
      queryFn: async (asked, { dispatch, getState }, _extra, call) => {
        const ranks = await offers(dispatch, 'feed.ranked');
        const isRanked = 'data' in ranks && ranks.data;
        const params = { page: 1, limit: limits.page.default, ...(isRanked && asked) };
        const { data, error } = await filledPage(
          undefined,
          async (cursor) => call({ url: apiPaths.feed, params: { ...params, cursor } }),
          (answer) => ({ isEmpty: !answer.error && peopleIn(answer.data).length === 0, next: answer.meta?.nextCursor }),
        );
        if (error) return { error };
        const people = peopleIn(data);
        return { data: isRanked ? people : arrangeFeed(people, asked, skillList(ownIn(getState())?.skills)) };
      },
      providesTags: ['Feed'],
    }),
  }),
});

function peopleIn(reply: unknown): FeedItem[] {
  return (reply as FeedReply).filter((person) => person !== null);
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

/** The question to the feed while nothing is chosen. */
export const plainFeed: FeedQuery = { order: 'match' };

export const { useFeedQuery } = feedApi;

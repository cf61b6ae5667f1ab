import { useMemo } from 'react';
import { afterSuccess, baseApi } from '#client/api/base-api.ts';
import { hasCapability } from '#client/api/capabilities.ts';
import { rememberConnections, rememberedConnections } from '#client/api/compat/memory.ts';
import { wholeList } from '#client/api/pages.ts';
import { justWithdrawn } from '#client/api/relation-steps.ts';
import { type ApiError, isMissing } from '#client/lib/text/api-error.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import type { RootState } from '#client/state/make-store.ts';
import { ownIn, setUser } from '#client/state/slices/auth-slice.ts';
import type { ConnectionsReply, ReceivedReply, ReceivedRequest, SentReply, SentRequest } from '#shared/api/requests.ts';
import type {
  FeedItem,
  FeedReply,
  OwnUser,
  ProfileEdit,
  ProfileEditReply,
  ProfileReply,
  User,
} from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

const pages = { limit: limits.page.max };

export interface Sent {
  requests: SentRequest[];
  /** Set where the upstream cannot list sent requests. This browser remembers some, see `compat/memory.ts`. */
  unlisted?: true;
}

export interface Connections {
  people: User[];
  /** How many connections have a deleted account. */
  former: number;
  /** Why the upstream could not list them: `people` are then those whom this browser remembers. */
  unlisted?: ApiError;
  /** With `unlisted`: the ids of all people who may be connections. */
  peerIds?: string[];
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<User, string>({
      query: (userId) => apiPaths.profile(userId),
      transformResponse: (reply: ProfileReply) => reply.user,
      providesTags: (_result, _error, userId) => [{ type: 'User', id: userId }],
    }),
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
    /** Sends only the changed fields. The reply may hold only some fields, and is merged into the user. */
    editProfile: build.mutation<OwnUser, ProfileEdit>({
      query: (body) => ({ url: apiPaths.profileEdit, method: 'PATCH', body, waits: 'Changes of your profile' }),
      transformResponse: (reply: ProfileEditReply) => reply.data,
      onQueryStarted: (_body, { dispatch, getState, queryFulfilled }): Promise<void> =>
        afterSuccess(queryFulfilled, (data) => {
          const own = ownIn(getState());
          // The user may have logged out meanwhile.
          if (own?._id === data._id) dispatch(setUser({ ...own, ...data }));
        }),
      invalidatesTags: (user) => (user ? [{ type: 'User', id: user._id }] : []),
    }),
    connections: build.query<Connections, void>({
      queryFn: async (_arg, { getState }, _extra, call) => {
        const list = await wholeList(
          call,
          { url: apiPaths.connections, params: pages },
          ({ data }: ConnectionsReply) => data,
        );
        const ownId = ownIn(getState())?._id ?? '';
        if ('data' in list) {
          const listed = connectionsIn(list.data);
          if (!hasCapability(getState(), 'requests.sent')) rememberConnections(ownId, listed.people);
          return { data: listed };
        }
        return isMissing(list.error) ? { data: rememberedConnections(ownId, list.error) } : list;
      },
      providesTags: ['Connections'],
    }),
    /** Screens read them in the requests slice. */
    received: build.query<ReceivedRequest[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.requestsReceived, params: pages }, ({ data }: ReceivedReply) => data),
      providesTags: ['Received'],
    }),
    /** The requests that wait for the answer of others; none where the upstream cannot list them. */
    sent: build.query<Sent, void>({
      queryFn: async (_arg, { getState }, _extra, call) => {
        if (!hasCapability(getState(), 'requests.sent')) return { data: { requests: [], unlisted: true } };
        const list = await wholeList(
          call,
          { url: apiPaths.requestsSent, params: pages },
          ({ data }: SentReply) => data,
        );
        const withdrawn = justWithdrawn(getState() as RootState);
        return 'data' in list ? { data: { requests: list.data.filter(({ _id }) => !withdrawn.has(_id)) } } : list;
      },
      providesTags: ['Sent'],
    }),
  }),
});

export const {
  usePersonQuery,
  useFeedQuery,
  useEditProfileMutation,
  useConnectionsQuery,
  useReceivedQuery,
  useSentQuery,
} = peopleApi;

interface OwnProfile {
  user: OwnUser;
  /** False where another upstream could not tell about and skills with the profile: they are loaded again. */
  isComplete: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** The signed-in user with about and skills. */
export function useOwnProfile(): OwnProfile {
  const own = useOwnUser();
  const isKnown = own.emailId !== undefined || (own.skills !== undefined && own.about !== undefined);
  const { data, error, refetch } = usePersonQuery(own._id, { skip: isKnown });
  const user = useMemo(() => (isKnown ? own : { ...data, ...own }), [isKnown, data, own]);
  return { user, isComplete: isKnown || data !== undefined, error, refetch: async () => refetch() };
}

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

/** The upstream may list a person twice, or a deleted one as null. */
function connectionsIn(listed: readonly (User | null)[]): Connections {
  const byId = new Map<string, User>();
  for (const person of listed) if (person && !byId.has(person._id)) byId.set(person._id, person);
  return { people: [...byId.values()], former: listed.filter((person) => !person).length };
}

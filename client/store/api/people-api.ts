import { ownIn, setUser } from '#client/store/slices/auth-slice.ts';
import { setRequests } from '#client/store/slices/requests-slice.ts';
import type { ConnectionsReply, ReceivedReply, ReceivedRequest, SentReply, SentRequest } from '#shared/api/requests.ts';
import type { OwnUser, ProfileEdit, ProfileEditReply, ProfileReply, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { stepsIn } from './follow-step.ts';
import { wholeList } from './whole-list.ts';

export interface Connections {
  people: User[];
  /** How many connections have a deleted account. */
  former: number;
}

const pages = { limit: limits.page.max };

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<User, string>({
      query: (userId) => apiPaths.profile(userId),
      transformResponse: (reply: ProfileReply) => reply.user,
      providesTags: (_result, _error, userId) => [{ type: 'User', id: userId }],
    }),
    /** Sends only the changed fields. The reply may hold only some fields, and is merged into the user. */
    editProfile: build.mutation<OwnUser, ProfileEdit>({
      query: (body) => ({ url: apiPaths.profileEdit, method: 'PATCH', body }),
      transformResponse: (reply: ProfileEditReply) => reply.data,
      onQueryStarted: async (_body, { dispatch, getState, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          const own = ownIn(getState());
          // The user may have logged out meanwhile.
          if (own?._id === data._id) dispatch(setUser({ ...own, ...data }));
        } catch {
          // The form shows the error.
        }
      },
      invalidatesTags: (user) => (user ? [{ type: 'User', id: user._id }] : []),
    }),
    connections: build.query<Connections, void>({
      queryFn: async (_arg, _api, _extra, call) => {
        const list = await wholeList(
          call,
          { url: apiPaths.connections, params: pages },
          ({ data }: ConnectionsReply) => data,
        );
        return 'data' in list ? { data: connectionsOf(list.data) } : list;
      },
      providesTags: ['Connections'],
    }),
    received: build.query<ReceivedRequest[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.requestsReceived, params: pages }, ({ data }: ReceivedReply) => data),
      onQueryStarted: async (_arg, { dispatch, getState, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          // The upstream still lists a request whose answer is under way.
          const answered = new Set(Object.values(stepsIn(getState())).map((step) => step?.current?.requestId));
          dispatch(setRequests(data.filter(({ _id }) => !answered.has(_id))));
        } catch {
          // The screen shows the error.
        }
      },
      providesTags: ['Received'],
    }),
    /** With the capability `requests.sent`. */
    sent: build.query<SentRequest[], void>({
      queryFn: (_arg, _api, _extra, call) =>
        wholeList(call, { url: apiPaths.requestsSent, params: pages }, ({ data }: SentReply) => data),
      providesTags: ['Sent'],
    }),
  }),
});

export const { usePersonQuery, useEditProfileMutation, useConnectionsQuery, useReceivedQuery, useSentQuery } =
  peopleApi;

/** Another upstream may list a person twice, or a deleted one as null. */
function connectionsOf(listed: readonly (User | null)[]): Connections {
  const byId = new Map<string, User>();
  for (const person of listed) if (person && !byId.has(person._id)) byId.set(person._id, person);
  return { people: [...byId.values()], former: listed.filter((person) => !person).length };
}

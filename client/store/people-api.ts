import type {
  ConnectionsReply,
  Decision,
  ReceivedReply,
  ReceivedRequest,
  RequestReply,
  Review,
  SentReply,
  SentRequest,
} from '#shared/api/requests.ts';
import type { OwnUser, ProfileEdit, ProfileEditReply, ProfileReply, User } from '#shared/api/users.ts';
import { apiPaths } from '#shared/paths.ts';
import { setUser } from './auth-slice.ts';
import { baseApi } from './base-api.ts';
import { setRequests } from './requests-slice.ts';

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<User, string>({
      query: (userId) => apiPaths.profile(userId),
      transformResponse: (reply: ProfileReply) => reply.user,
      providesTags: (_result, _error, userId) => [{ type: 'User', id: userId }],
    }),
    /** Sends only what changed; the answer updates the user everywhere. */
    editProfile: build.mutation<OwnUser, ProfileEdit>({
      query: (body) => ({ url: apiPaths.profileEdit, method: 'PATCH', body }),
      transformResponse: (reply: ProfileEditReply) => reply.data,
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        try {
          dispatch(setUser((await queryFulfilled).data));
        } catch {
          // The form shows it.
        }
      },
      invalidatesTags: (user) => (user ? [{ type: 'User', id: user._id }] : []),
    }),
    connections: build.query<User[], void>({
      query: () => apiPaths.connections,
      // Another upstream may list a person twice, or a deleted one as null.
      transformResponse: (reply: ConnectionsReply) => uniquePeople(reply.data),
      providesTags: ['Connections'],
    }),
    received: build.query<ReceivedRequest[], void>({
      query: () => apiPaths.requestsReceived,
      transformResponse: (reply: ReceivedReply) => reply.data,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        try {
          dispatch(setRequests((await queryFulfilled).data));
        } catch {
          // The screen shows it.
        }
      },
      providesTags: ['Received'],
    }),
    /** With the capability `requests.sent`. */
    sent: build.query<SentRequest[], void>({
      query: () => apiPaths.requestsSent,
      transformResponse: (reply: SentReply) => reply.data,
      providesTags: ['Sent'],
    }),
    /** The answer carries the request where the upstream is ours; elsewhere it is only a text. */
    sendRequest: build.mutation<RequestReply | string, { status: Decision; userId: string }>({
      query: ({ status, userId }) => ({ url: apiPaths.request(status, userId), method: 'POST' }),
      invalidatesTags: (result) => [
        'Sent',
        ...(typeof result === 'object' && result.data?.status === 'accepted'
          ? (['Connections', 'Received', 'Chats'] as const)
          : []),
      ],
    }),
    reviewRequest: build.mutation<unknown, { status: Review; requestId: string }>({
      query: ({ status, requestId }) => ({ url: apiPaths.requestReview(status, requestId), method: 'POST' }),
      invalidatesTags: (_result, error, { status }) =>
        error ? [] : status === 'accepted' ? ['Connections', 'Chats', 'Received'] : ['Received'],
    }),
    /** With the capability `requests.sent`: withdraws, or takes an `ignored` back. */
    withdrawRequest: build.mutation<unknown, string>({
      query: (requestId) => ({ url: apiPaths.requestWithdraw(requestId), method: 'DELETE' }),
      invalidatesTags: ['Sent'],
    }),
    /** With the capability `connections.remove`. */
    removeConnection: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.connection(userId), method: 'DELETE' }),
      invalidatesTags: ['Connections', 'Chats'],
    }),
  }),
});

export const {
  usePersonQuery,
  useEditProfileMutation,
  useConnectionsQuery,
  useReceivedQuery,
  useSentQuery,
  useSendRequestMutation,
  useReviewRequestMutation,
  useWithdrawRequestMutation,
  useRemoveConnectionMutation,
} = peopleApi;

function uniquePeople(people: readonly (User | null)[]): User[] {
  const byId = new Map<string, User>();
  for (const person of people) if (person && !byId.has(person._id)) byId.set(person._id, person);
  return [...byId.values()];
}

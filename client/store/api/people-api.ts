import {
  type Connections,
  connectionsIn,
  rememberConnections,
  rememberedConnections,
} from '#client/store/foreign/memory.ts';
import type { RootState } from '#client/store/make-store.ts';
import { ownIn, setUser } from '#client/store/slices/auth-slice.ts';
import { isMissing } from '#client/text/api-error.ts';
import type { ConnectionsReply, ReceivedReply, ReceivedRequest, SentReply, SentRequest } from '#shared/api/requests.ts';
import type { OwnUser, ProfileEdit, ProfileEditReply, ProfileReply, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import { hasCapability } from './capabilities.ts';
import { wholeList } from './lists/pages.ts';
import { justWithdrawn } from './relation-steps.ts';

const pages = { limit: limits.page.max };

export interface Sent {
  requests: SentRequest[];
  /**
   * Set where the upstream cannot list sent requests: these are then the ones that this browser remembers, see
   * `relation-memory.ts`.
   */
  unlisted?: true;
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<User, string>({
      query: (userId) => apiPaths.profile(userId),
      transformResponse: (reply: ProfileReply) => reply.user,
      providesTags: (_result, _error, userId) => [{ type: 'User', id: userId }],
    }),
    /** Sends only the changed fields. The reply may hold only some fields, and is merged into the user. */
    editProfile: build.mutation<OwnUser, ProfileEdit>({
      query: (body) => ({ url: apiPaths.profileEdit, method: 'PATCH', body, waits: 'Changes of your profile' }),
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

export const { usePersonQuery, useEditProfileMutation, useConnectionsQuery, useReceivedQuery, useSentQuery } =
  peopleApi;

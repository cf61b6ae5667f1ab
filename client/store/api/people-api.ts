import { forgetRequest, remember } from '#client/store/relations/sent-ledger.ts';
import { ownIn, setUser } from '#client/store/slices/auth-slice.ts';
import { setRequests } from '#client/store/slices/requests-slice.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { Decision, ReceivedRequest, RequestReply, Review, SentRequest } from '#shared/api/requests.ts';
import type { OwnUser, ProfileEdit, ProfileEditReply, ProfileReply, User } from '#shared/api/users.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';
import type { ApiCall } from './base-query.ts';

export interface Connections {
  people: User[];
  /** How many more there are whose account is gone: nothing else is known of them. */
  former: number;
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<User, string>({
      query: (userId) => apiPaths.profile(userId),
      transformResponse: (reply: ProfileReply) => reply.user,
      providesTags: (_result, _error, userId) => [{ type: 'User', id: userId }],
    }),
    /** Sends only what changed; the answer, which may hold little more than that, updates the user everywhere. */
    editProfile: build.mutation<OwnUser, ProfileEdit>({
      query: (body) => ({ url: apiPaths.profileEdit, method: 'PATCH', body }),
      transformResponse: (reply: ProfileEditReply) => reply.data,
      onQueryStarted: async (_body, { dispatch, getState, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(setUser({ ...ownIn(getState()), ...data }));
        } catch {
          // The form shows it.
        }
      },
      invalidatesTags: (user) => (user ? [{ type: 'User', id: user._id }] : []),
    }),
    connections: build.query<Connections, void>({
      queryFn: (_arg, _api, _extra, call) =>
        allPages<User | null, Connections>(call, apiPaths.connections, connectionsOf),
      providesTags: ['Connections'],
    }),
    received: build.query<ReceivedRequest[], void>({
      queryFn: (_arg, _api, _extra, call) => allPages<ReceivedRequest>(call, apiPaths.requestsReceived),
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
      queryFn: (_arg, _api, _extra, call) => allPages<SentRequest>(call, apiPaths.requestsSent),
      providesTags: ['Sent'],
    }),
    /** The answer carries the request where the upstream is ours; elsewhere it is only a text. */
    sendRequest: build.mutation<RequestReply | string, { status: Decision; userId: string }>({
      query: ({ status, userId }) => ({ url: apiPaths.request(status, userId), method: 'POST' }),
      onQueryStarted: async ({ status, userId }, { getState, queryFulfilled }) => {
        const ownId = ownIdIn(getState());
        try {
          const { data } = await queryFulfilled;
          const request = typeof data === 'object' ? { requestId: data.data._id } : {};
          if (ownId) remember(ownId, { userId, status, at: new Date().toISOString(), ...request });
        } catch {
          // Whoever decided says so.
        }
      },
      invalidatesTags: (result) => [
        'Sent',
        ...(typeof result === 'object' && result.data?.status === 'accepted'
          ? (['Connections', 'Received', 'Chats'] as const)
          : []),
      ],
    }),
    reviewRequest: build.mutation<unknown, { status: Review; requestId: string }>({
      query: ({ status, requestId }) => ({ url: apiPaths.requestReview(status, requestId), method: 'POST' }),
      onQueryStarted: async ({ status, requestId }, { dispatch, getState, queryFulfilled }) => {
        const person = requestsIn(getState())?.find(({ _id }) => _id === requestId)?.fromUserID;
        try {
          await queryFulfilled;
          // Known at once, and not only when the list has been asked for again.
          if (status === 'accepted' && person) {
            dispatch(
              peopleApi.util.updateQueryData('connections', undefined, ({ people }) => void people.push(person)),
            );
          }
        } catch {
          // Whoever answered says so.
        }
      },
      invalidatesTags: (_result, error, { status }) =>
        error ? [] : status === 'accepted' ? ['Connections', 'Chats', 'Received'] : ['Received'],
    }),
    /** With the capability `requests.sent`: withdraws, or takes an `ignored` back. */
    withdrawRequest: build.mutation<unknown, string>({
      query: (requestId) => ({ url: apiPaths.requestWithdraw(requestId), method: 'DELETE' }),
      onQueryStarted: async (requestId, { dispatch, getState, queryFulfilled }) => {
        const ownId = ownIdIn(getState());
        try {
          await queryFulfilled;
          if (ownId) forgetRequest(ownId, requestId);
          dispatch(
            peopleApi.util.updateQueryData('sent', undefined, (all) => all.filter(({ _id }) => _id !== requestId)),
          );
        } catch {
          // Whoever took it back says so.
        }
      },
      invalidatesTags: ['Sent'],
    }),
    /** With the capability `connections.remove`. */
    removeConnection: build.mutation<unknown, string>({
      query: (userId) => ({ url: apiPaths.connection(userId), method: 'DELETE' }),
      onQueryStarted: async (userId, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled;
          dispatch(
            peopleApi.util.updateQueryData('connections', undefined, (all) => {
              all.people = all.people.filter(({ _id }) => _id !== userId);
            }),
          );
        } catch {
          // Whoever removed it says so.
        }
      },
      invalidatesTags: ['Connections', 'Chats'],
    }),
  }),
});

function requestsIn(state: unknown): readonly ReceivedRequest[] | null {
  return (state as { requests: { items: readonly ReceivedRequest[] | null } }).requests.items;
}

function ownIdIn(state: unknown): string | undefined {
  return ownIn(state)?._id;
}

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

interface Listed<Item> {
  data: Item[];
  nextCursor?: string | null;
}

type Answer = { data?: unknown; error?: ApiError | undefined };
type Call = (call: ApiCall) => PromiseLike<Answer> | Answer;

/** A list that comes in pages, as one: bounded, so that no upstream can keep us asking. */
async function allPages<Item, Result = Item[]>(
  call: Call,
  url: string,
  finish: (items: Item[]) => Result = (items) => items as Result,
): Promise<{ data: Result } | { error: ApiError }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 40; page += 1) {
    const reply = await call({ url, params: { limit: limits.page.max, cursor } });
    if (reply.error) return { error: reply.error };
    const { data, nextCursor } = reply.data as Listed<Item>;
    items.push(...data);
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  return { data: finish(items) };
}

/** Another upstream may list a person twice, or a deleted one as null. */
function connectionsOf(listed: readonly (User | null)[]): Connections {
  const byId = new Map<string, User>();
  for (const person of listed) if (person && !byId.has(person._id)) byId.set(person._id, person);
  return { people: [...byId.values()], former: listed.filter((person) => !person).length };
}

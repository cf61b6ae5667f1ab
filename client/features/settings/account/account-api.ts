import { baseApi, byCursor } from '#client/api/base-api.ts';
import type {
  DeleteAccount,
  DeleteReply,
  EndedSessionsReply,
  HistoryReply,
  Session,
  SessionsReply,
} from '#shared/api/account/account.ts';
import type { PasswordChange } from '#shared/api/account/auth.ts';
import type { ChangeEmail } from '#shared/api/account/email.ts';
import type { ConfirmOwner } from '#shared/api/account/totp.ts';
import type { MessageReply } from '#shared/api/parts.ts';
import { apiPaths } from '#shared/paths.ts';

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, PasswordChange>({
      query: (body) => ({ url: apiPaths.profilePassword, method: 'PATCH', body }),
      invalidatesTags: ['Session'],
    }),
    /** With the capability `email.change`. */
    changeEmail: build.mutation<MessageReply, ChangeEmail>({
      query: (body) => ({ url: apiPaths.emailChange, method: 'PATCH', body }),
    }),
    /** With the capability `account`, like all that follow: for the calls that answer `confirmation_required`. */
    confirmOwner: build.mutation<unknown, ConfirmOwner>({
      query: (body) => ({ url: apiPaths.profileConfirm, method: 'POST', body }),
    }),
    sessions: build.query<Session[], void>({
      query: () => apiPaths.sessions,
      transformResponse: (reply: SessionsReply) => reply.items,
      providesTags: ['Session'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (sessionId) => ({ url: apiPaths.session(sessionId), method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    /** With the capability `account.sessions`. */
    endOtherSessions: build.mutation<EndedSessionsReply, void>({
      query: () => ({ url: apiPaths.sessions, method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    /** With the capability `account.history`: page by page, newest first. */
    history: build.infiniteQuery<HistoryReply, void, string>({
      query: ({ pageParam }) => ({ url: apiPaths.history, params: { cursor: pageParam, limit: 10 } }),
      infiniteQueryOptions: byCursor,
      providesTags: ['Session'],
    }),
    deleteAccount: build.mutation<DeleteReply, DeleteAccount>({
      query: (body) => ({ url: apiPaths.profileDelete, method: 'DELETE', body }),
    }),
  }),
});

export const {
  useChangeEmailMutation,
  useChangePasswordMutation,
  useConfirmOwnerMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useHistoryInfiniteQuery,
  useDeleteAccountMutation,
} = accountApi;

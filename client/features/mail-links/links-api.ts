import { baseApi } from '#client/store/api/base-api.ts';
import type { ForgotPassword, ResetPassword, VerifyEmail, VerifyEmailReply } from '#shared/api/email.ts';
import type { EraseNow, LeavingView, LeftReply } from '#shared/api/leaving.ts';
import type { MessageReply } from '#shared/api/parts.ts';
import { apiPaths } from '#shared/paths.ts';

/** Calls of the pages that mails lead to. Only for upstreams that send mail. */
export const linksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    verifyEmail: build.mutation<VerifyEmailReply, VerifyEmail>({
      query: (body) => ({ url: apiPaths.emailVerify, method: 'POST', body }),
    }),
    resendVerification: build.mutation<MessageReply, void>({
      query: () => ({ url: apiPaths.emailResend, method: 'POST' }),
    }),
    undoEmailChange: build.mutation<MessageReply, { token: string }>({
      query: (body) => ({ url: apiPaths.emailUndo, method: 'POST', body }),
    }),
    /** With the capability `account.leaving`, like the next three: what a token is good for. */
    leavingView: build.query<LeavingView, string>({
      query: (token) => ({ url: apiPaths.leavingView, method: 'POST', body: { token } }),
    }),
    confirmLeaving: build.mutation<LeftReply, { token: string }>({
      query: (body) => ({ url: apiPaths.leavingConfirm, method: 'POST', body }),
    }),
    comeBack: build.mutation<MessageReply, { token: string }>({
      query: (body) => ({ url: apiPaths.leavingReturn, method: 'POST', body }),
    }),
    eraseNow: build.mutation<MessageReply, EraseNow>({
      query: (body) => ({ url: apiPaths.leavingErase, method: 'POST', body }),
    }),
    forgotPassword: build.mutation<MessageReply, ForgotPassword>({
      query: (body) => ({ url: apiPaths.passwordForgot, method: 'POST', body }),
    }),
    unsubscribe: build.mutation<MessageReply, string>({
      query: (token) => ({ url: apiPaths.emailUnsubscribe, method: 'POST', params: { token } }),
    }),
    resetPassword: build.mutation<MessageReply, ResetPassword>({
      query: (body) => ({ url: apiPaths.passwordReset, method: 'POST', body }),
    }),
  }),
});

export const {
  useVerifyEmailMutation,
  useResendVerificationMutation,
  useUndoEmailChangeMutation,
  useLeavingViewQuery,
  useConfirmLeavingMutation,
  useComeBackMutation,
  useEraseNowMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useUnsubscribeMutation,
} = linksApi;

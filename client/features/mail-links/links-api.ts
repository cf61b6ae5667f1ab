import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { baseApi } from '#client/api/base-api.ts';
import type { ForgotPassword, ResetPassword, VerifyEmail, VerifyEmailReply } from '#shared/api/account/email.ts';
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
    comeBack: build.mutation<MessageReply, { token: string }>({
      query: (body) => ({ url: apiPaths.leavingReturn, method: 'POST', body }),
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
  useComeBackMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useUnsubscribeMutation,
} = linksApi;

/** The token in the fragment of the address, which browsers do not send to servers. */
export function useLinkToken(): { token: string; isUndo: boolean; forget: () => void } {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const fragment = hash.slice(1);
  const isShown = useRef(false);
  // Its end comes with the removal from the page, that of an effect somewhat later.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isUndo = fragment.startsWith('undo.');
  return {
    token: fragment.replace(/^undo\./, ''),
    isUndo,
    /**
     * A token that was used does not stay in the browser's history. While the server answered, another link may have been
     * opened in this tab: its token stays.
     */
    forget: () => {
      if (isShown.current) void navigate(pathname, { replace: true });
    },
  };
}

/**
 * A key for the page, which changes with each link that is opened in this tab: only the fragment of the address differs
 * then, and the router keeps the page. It stays when a used token is taken out of the address.
 */
export function useLinkKey(): number {
  const { hash } = useLocation();
  const [seen, setSeen] = useState({ hash, key: 0 });
  const isOther = hash !== seen.hash;
  const key = isOther && hash !== '' ? seen.key + 1 : seen.key;
  if (isOther) setSeen({ hash, key });
  return key;
}

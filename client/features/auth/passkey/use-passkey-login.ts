import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch } from '#client/store/hooks.ts';
import { signIn } from '#client/store/session-user.ts';
import { type ApiError, errorMessage, isApiError } from '#client/text/api-error.ts';
import { to } from '#shared/routes.ts';
import { usePasskeyLoginMutation, usePasskeyLoginOptionsMutation } from './passkey-login-api.ts';

/** A challenge holds for five minutes. The browser's offer in the email field is renewed before that. */
const renewMs = 4 * 60 * 1000;

/** Logs in with a passkey: one that the browser offers in the email field, or after a press. */
export function usePasskeyLogin() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [askOptions] = usePasskeyLoginOptionsMutation();
  const [login] = usePasskeyLoginMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<PasskeyFailure>();

  const enterWith = async (answer: AuthenticationResponseJSON) => {
    setFailure(undefined);
    const { data: user, error } = await login(answer);
    if (isApiError(error) && error.comeBack) return navigate(`${to.leave()}#${error.comeBack}`);
    if (!user) throw error;
    dispatch(signIn(user));
    await navigate(to.feed(), { replace: true });
  };

  /** Waits until the user chooses a passkey in the email field. Silent before: the user has asked for nothing. */
  const isUnmounted = useRef(false);
  const offer = async () => {
    if (!(await browserSupportsWebAuthnAutofill()) || isUnmounted.current) return;
    const optionsJSON = await askOptions()
      .unwrap()
      .catch(() => undefined);
    if (isUnmounted.current) return;
    const answer =
      optionsJSON && (await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => null));
    if (!answer) return;
    try {
      await enterWith(answer);
    } catch (error) {
      setFailure(explain(error));
    }
  };

  const latestOffer = useRef(offer);
  latestOffer.current = offer;
  useEffect(() => {
    isUnmounted.current = false;
    const begin = () => void latestOffer.current();
    begin();
    const timer = setInterval(begin, renewMs);
    return () => {
      isUnmounted.current = true;
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, []);

  const press = async () => {
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      const optionsJSON = await askOptions().unwrap();
      await enterWith(await startAuthentication({ optionsJSON }));
    } catch (error) {
      setFailure(explain(error));
      void offer();
    } finally {
      setPending(false);
    }
  };
  return { press, pending, failure };
}

export interface PasskeyFailure {
  message: string;
  /** The account is suspended: the refusal says why, and until when. */
  suspension?: ApiError;
}

/** Undefined where the user has closed the browser's dialog: they know. */
function explain(error: unknown): PasskeyFailure | undefined {
  if (error instanceof WebAuthnError || error instanceof DOMException)
    return error.name === 'NotAllowedError' || error.name === 'AbortError'
      ? undefined
      : { message: 'Your browser could not use a passkey. Log in with your password.' };
  return {
    message: errorMessage(error),
    ...(isApiError(error) && error.code === 'suspended' && { suspension: error }),
  };
}

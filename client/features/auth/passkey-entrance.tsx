import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { baseApi } from '#client/api/base-api.ts';
import { loadCapabilities, useCapability } from '#client/api/capabilities.ts';
import { passkeysWorkHere } from '#client/lib/dom/window-state.ts';
import { type ApiError, errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { useAppDispatch } from '#client/state/hooks.ts';
import { signIn } from '#client/state/session-user.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { LoginReply } from '#shared/api/account/auth.ts';
import { apiPaths } from '#shared/paths.ts';
import { to } from '#shared/routes.ts';
import { SuspendedNotice } from './login-failure.tsx';

const signs = ['pointermove', 'touchstart', 'keydown', 'focusin'];

interface Props {
  /** Lets the email field say that it takes passkeys. */
  onOffered: () => void;
}

/** The passkey button. It comes with the first sign of a user, so that the first paint does not wait for its call. */
export function PasskeyPart({ onOffered }: Props) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!passkeysWorkHere()) return;
    const over = new AbortController();
    const show = () => {
      over.abort();
      setDue(true);
    };
    // The user may have chosen a field before this code ran.
    if (document.activeElement !== document.body && document.activeElement !== null) return show();
    for (const sign of signs) window.addEventListener(sign, show, { signal: over.signal, passive: true });
    return () => over.abort();
  }, []);
  return isDue && <PasskeyEntrance onOffered={onOffered} />;
}

/** The way in without a password, where upstream and browser have passkeys. */
function PasskeyEntrance({ onOffered }: Props) {
  return useCapability('passkeys') && <PasskeyButton onOffered={onOffered} />;
}

function PasskeyButton({ onOffered }: Props) {
  const { press, pending, failure } = usePasskeyLogin();
  useEffect(onOffered, [onOffered]);
  return (
    <div className="flex flex-col gap-2">
      <Button look="outline" className="w-full" pending={pending} onClick={() => void press()}>
        Log in with a passkey
      </Button>
      {failure?.suspension ? (
        <div role="alert" className="text-error text-small">
          <SuspendedNotice refusal={failure.suspension.body} />
        </div>
      ) : (
        <ErrorLine>{failure?.message}</ErrorLine>
      )}
    </div>
  );
}

const passkeyLoginApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passkeyLoginOptions: build.mutation<PublicKeyCredentialRequestOptionsJSON, void>({
      query: () => ({ url: apiPaths.passkeyLoginOptions, method: 'POST' }),
    }),
    passkeyLogin: build.mutation<LoginReply, AuthenticationResponseJSON>({
      query: (response) => ({ url: apiPaths.passkeyLogin, method: 'POST', body: { response } }),
    }),
  }),
});

const { usePasskeyLoginOptionsMutation, usePasskeyLoginMutation } = passkeyLoginApi;

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
    if (!user) throw error;
    await loadCapabilities({ dispatch });
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

interface PasskeyFailure {
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

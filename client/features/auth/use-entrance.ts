import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { authApi } from '#client/api/auth-api.ts';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { isRecord } from '#client/lib/is-record.ts';
import { type ApiError, isApiError, localError, unexpectedError } from '#client/lib/text/api-error.ts';
import { useAppStore } from '#client/state/hooks.ts';
import type { AppStore } from '#client/state/make-store.ts';
import { signIn } from '#client/state/session-user.ts';
import type { LoginPayload, LoginReply, SignupPayload, SignupReply } from '#shared/api/account/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import type { EntranceError } from './explain-refusal.ts';

/**
 * Logs in or signs up, and goes where the specification says. `askForCode` is called when the password was right and the
 * account has a second factor.
 */
export function useEntrance(askForCode?: () => Promise<void>) {
  const store = useAppStore();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<EntranceError>();
  const running = useRef<AbortController>(undefined);
  const stopped = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const enter = async (payload: LoginPayload | SignupPayload) => {
    if (running.current) return;
    setError(undefined);
    setPending(true);
    stopped.current = false;
    const isSignUp = 'firstName' in payload;
    const attempt = new AbortController();
    running.current = attempt;
    try {
      const reply = await send(store, payload, attempt.signal);
      const user = isSignUp ? savedUserOf(reply) : (reply as LoginReply);
      if (!isRecord(user)) throw localError('unreadable');
      await loadCapabilities(store);
      // Both in one step. The guard of this screen does not redirect in between, because it decides on mount only.
      store.dispatch(signIn(user));
      await navigate(isSignUp ? to.profile() : to.feed(), { replace: true });
    } catch (caught) {
      const refused = stopped.current ? localError('stopped') : asApiError(caught);
      if (refused.code === 'second_factor_required' && askForCode)
        await askForCode().catch(() => setError(localError('unreachable')));
      else setError(await explain(refused, isSignUp));
    } finally {
      running.current = undefined;
      setPending(false);
    }
  };

  const stop = () => {
    stopped.current = true;
    running.current?.abort();
  };
  return { enter, stop, pending, error, clearError: () => setError(undefined) };
}

function savedUserOf(reply: LoginReply | SignupReply): OwnUser | undefined {
  return 'data' in reply ? reply.data?.savedUser : undefined;
}

function send(store: AppStore, payload: LoginPayload | SignupPayload, signal: AbortSignal) {
  const { login, signup } = authApi.endpoints;
  const call =
    'firstName' in payload ? store.dispatch(signup.initiate(payload)) : store.dispatch(login.initiate(payload));
  signal.addEventListener('abort', () => call.abort());
  return call.unwrap() as Promise<LoginReply | SignupReply>;
}

/** Loads the sentences for refusals on demand; where that fails, the plain message is shown. */
async function explain(error: ApiError, isSignUp: boolean): Promise<EntranceError> {
  try {
    const { explainRefusal } = await import('./explain-refusal.ts');
    return explainRefusal(error, isSignUp);
  } catch {
    return { message: error.message };
  }
}

function asApiError(caught: unknown): ApiError {
  return isApiError(caught) ? caught : unexpectedError;
}

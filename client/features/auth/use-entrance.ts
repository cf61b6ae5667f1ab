import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginMutation, useSignupMutation } from '#client/store/api/auth-api.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import { setUser } from '#client/store/slices/auth-slice.ts';
import { type ApiError, isApiError, localError, unexpectedError } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import type { LoginPayload, SignupPayload } from '#shared/api/auth.ts';
import type { OwnUser } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

const labels: Record<string, string> = {
  firstName: copy.firstName,
  lastName: copy.lastName,
  emailId: copy.emailId,
  password: copy.password,
};

interface EntranceError {
  message: string;
  /** The server's own words, where `message` is a sentence of ours. */
  details?: string | undefined;
  /** The next step that can be offered beside the sentence. */
  action?: 'login' | 'retry';
}

/** Logs in or signs up, and goes where the specification says. */
export function useEntrance() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [login] = useLoginMutation();
  const [signup] = useSignupMutation();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<EntranceError>();
  const running = useRef<{ abort: () => void }>(undefined);
  const stopped = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const enter = async (payload: LoginPayload | SignupPayload) => {
    if (running.current) return;
    setError(undefined);
    setPending(true);
    stopped.current = false;
    const isSignUp = 'firstName' in payload;
    const call = isSignUp ? signup(payload) : login(payload);
    running.current = call;
    try {
      const reply = await call.unwrap();
      const user: OwnUser | undefined = 'data' in reply ? reply.data.savedUser : reply;
      if (!user?._id) throw localError('unreadable');
      // One step: the guard of this screen decides on arrival only, so it cannot send us elsewhere in between.
      dispatch(setUser(user));
      await navigate(isSignUp ? to.profile() : to.feed(), { replace: true });
    } catch (caught) {
      setError(explain(stopped.current ? localError('stopped') : asApiError(caught), isSignUp));
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

function explain(error: ApiError, isSignUp: boolean): EntranceError {
  const { message, details } = error;
  if (error.code === 'stopped') return { message, action: 'retry' };
  if (error.code === 'email_taken') return { message, details, action: 'login' };
  // Another upstream loses the reason of a refused signup: `{}`.
  if (isSignUp && error.vague && error.status === 400) {
    return {
      message:
        'The server did not accept this and gave no reason. Most often the email is not an address, a name is missing, ' +
        'or the password is short of 8 characters, a capital, a digit or a symbol.',
    };
  }
  const fields = Object.entries(error.fields ?? {});
  if (fields.length < 2) return { message, details };
  const lines = fields.map(([name, sentence]) => `${labels[name] ?? name}: ${sentence}`);
  const isListed = fields.some(([, sentence]) => sentence === message);
  return { message: [...(isListed ? [] : [message]), ...lines].join('\n'), details };
}

function asApiError(caught: unknown): ApiError {
  return isApiError(caught) ? caught : unexpectedError;
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLoginMutation } from '#client/api/auth-api.ts';
import { SuspendedNotice } from '#client/features/auth/login-failure.tsx';
import { announce } from '#client/lib/dom/announce.tsx';
import { type ApiError, isApiError, unexpectedError } from '#client/lib/text/api-error.ts';
import { useAppDispatch, useAppStore, useOwnUser } from '#client/state/hooks.ts';
import { forgetUser, signIn } from '#client/state/session-user.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { ServerWords } from '#client/ui/state/errors.tsx';
import { StillTrying } from '#client/ui/state/waiting.tsx';
import { to } from '#shared/routes.ts';

/**
 * Lets the user log in again in place after the session has ended: the screen behind and its unsaved input stay, and the
 * refused calls are repeated. If another user logs in here, the app starts anew with their feed.
 */
export function SessionEnded() {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  useRefusedCalls(own._id);
  const navigate = useNavigate();
  const [emailId, setEmailId] = useState(own.emailId ?? '');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<ApiError>();
  const running = useRef<{ abort: () => void }>(undefined);
  const [login, { isLoading }] = useLoginMutation();

  const forget = () => dispatch(forgetUser());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure(undefined);
    try {
      const call = login({ emailId, password });
      running.current = call;
      const user = await call.unwrap();
      if (user._id !== own._id) {
        forget();
        dispatch(signIn(user));
        await navigate(to.feed(), { replace: true });
        return;
      }
      dispatch(signIn(user));
      announce('You are logged in again');
    } catch (error) {
      setFailure(isApiError(error) ? error : unexpectedError);
    }
  };
  return (
    <Dialog title="Your session has ended" dismissible={false} onClose={forget}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <p>Log in to go on where you are. Nothing you typed is lost.</p>
        <TextField
          label="Email Id"
          inputMode="email"
          autoComplete="username"
          value={emailId}
          data-autofocus={own.emailId === undefined ? '' : undefined}
          onChange={(event) => setEmailId(event.target.value)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          data-autofocus={own.emailId === undefined ? undefined : ''}
          onChange={(event) => setPassword(event.target.value)}
        />
        {failure !== undefined && (
          <div role="alert" className="text-error text-small">
            {failure.code === 'suspended' ? (
              <SuspendedNotice refusal={failure.body} />
            ) : (
              <>
                <p>{failure.message}</p>
                <ServerWords words={failure.details} />
              </>
            )}
          </div>
        )}
        <StillTrying pending={isLoading} onStop={() => running.current?.abort()} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={forget}>
            Leave
          </Button>
          <Button type="submit" look="primary" pending={isLoading}>
            Log in again
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Once the dialog closes, repeats the refused calls for the same user, and drops them otherwise. */
function useRefusedCalls(ownId: string): void {
  const store = useAppStore();
  useEffect(() => {
    return () => {
      const { session, auth } = store.getState();
      if (session.ended) return;
      const isBack = auth.user?._id === ownId;
      store.dispatch((_dispatch, _getState, { refusedCalls }) =>
        isBack ? refusedCalls.repeat() : refusedCalls.drop(),
      );
    };
  }, [store, ownId]);
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { announce } from '#client/dom/announce.ts';
import { useLoginMutation } from '#client/store/api/auth-api.ts';
import { baseApi, tagTypes } from '#client/store/api/base-api.ts';
import { useAppDispatch, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { removeUser, setUser } from '#client/store/slices/auth-slice.ts';
import { type Failure, failureOf } from '#client/text/failure.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PasswordField, TextField } from '#client/ui/field.tsx';
import { ServerWords } from '#client/ui/server-words.tsx';
import { StillTrying } from '#client/ui/still-trying.tsx';
import { to } from '#shared/routes.ts';

/**
 * The session is gone while the user was at work. They log in again in place: the screen behind, and what was typed on
 * it, stays as it was, and what they were saving is saved. Somebody else who logs in here gets a feed of their own.
 */
export function SessionEnded() {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  useRefusedCalls(own._id);
  const navigate = useNavigate();
  const [emailId, setEmailId] = useState(own.emailId ?? '');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<{ abort: () => void }>(undefined);
  const [login, { isLoading }] = useLoginMutation();

  const leave = () => {
    dispatch(removeUser());
    dispatch(baseApi.util.resetApiState());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure(undefined);
    try {
      const call = login({ emailId, password });
      running.current = call;
      const user = await call.unwrap();
      if (user._id !== own._id) {
        leave();
        dispatch(setUser(user));
        await navigate(to.feed(), { replace: true });
        return;
      }
      dispatch(setUser({ ...own, ...user }));
      // The data on screen may be outdated.
      dispatch(baseApi.util.invalidateTags([...tagTypes]));
      announce('You are logged in again');
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <Dialog title="Your session has ended" dismissible={false} onClose={leave}>
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
            <p>{failure.message}</p>
            <ServerWords words={failure.details} />
          </div>
        )}
        <StillTrying pending={isLoading} onStop={() => running.current?.abort()} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={leave}>
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

/** However the dialog goes away: by this login, by another way in, or because the user left. */
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

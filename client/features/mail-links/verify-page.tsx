import { useState } from 'react';
import { Link } from 'react-router-dom';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { useLacks } from '#client/api/capabilities.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { useAppDispatch, useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField } from '#client/ui/form/field.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useLinkKey, useLinkToken, useUndoEmailChangeMutation, useVerifyEmailMutation } from './links-api.ts';
import { ChoosePassword } from './reset-page.tsx';

const confirming = {
  title: 'Confirm your address',
  words: 'Press the button to confirm that this email address is yours.',
  button: 'Confirm my address',
};
const undoing = {
  title: 'Keep your account',
  words:
    'Press the button if somebody else was in your account, or has changed its email address. The address of this mail gets the account back, every device is logged out, and the present password stops working. A mail for a new one follows.',
  button: 'Keep my account',
};

/** Opened from a mail. Programs that look into mails follow links, so that only the button changes something. */
export function VerifyPage() {
  return <VerifyLink key={useLinkKey()} />;
}

function VerifyLink() {
  const dispatch = useAppDispatch();
  const { token, isUndo, forget } = useLinkToken();
  const [shown] = useState(isUndo ? undoing : confirming);
  const [verify] = useVerifyEmailMutation();
  const [undo] = useUndoEmailChangeMutation();
  const [done, setDone] = useState<string>();
  const [reset, setReset] = useState<string>();
  const asksPassword = useAppSelector(({ auth }) => auth.user === null) && !isUndo;
  const isAbsent = useLacks('email.verify');
  const { field, failure, isSubmitting, submit } = useApiForm({
    defaultValues: { password: '' },
    send: async ({ password }) => {
      const { message, reset: next } = isUndo
        ? { ...(await undo({ token }).unwrap()), reset: undefined }
        : await verify({ token, ...(password !== '' && { password }) }).unwrap();
      setReset(next);
      setDone(message);
      announce(message);
      forget();
      // The banner goes with the answer; a session that has ended is noticed by it, too.
      void dispatch(loadOwnUser());
    },
  });
  if (reset !== undefined) return <ChoosePassword token={reset} intro={done} />;
  return (
    <LinkPage title={shown.title}>
      {done !== undefined ? (
        <Done message={done} />
      ) : isAbsent ? (
        <p>This service sends no mail, and so has nothing to confirm.</p>
      ) : token === '' ? (
        <p>This link is not complete. Please open it from the mail again, or copy all of it.</p>
      ) : (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <p>{shown.words}</p>
          {asksPassword && (
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              hint="Because you are not logged in here. Leave it empty if you do not know it: then you choose a new one, and every device is logged out."
              {...field('password')}
            />
          )}
          <ErrorLine>{failure}</ErrorLine>
          <Button type="submit" look="primary" pending={isSubmitting}>
            {shown.button}
          </Button>
        </form>
      )}
    </LinkPage>
  );
}

function Done({ message }: { message: string }) {
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null);
  return (
    <>
      <p>{message}</p>
      <Link to={isSignedIn ? to.feed() : to.login()} className="btn btn-primary">
        {isSignedIn ? 'Go on' : 'Log in'}
      </Link>
    </>
  );
}

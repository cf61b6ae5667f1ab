import { useState } from 'react';
import { Link } from 'react-router-dom';
import { announce } from '#client/dom/focus/announce.ts';
import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch, useAppSelector } from '#client/store/hooks.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { LinkPage } from './link-page.tsx';
import { useLinkKey, useLinkToken } from './link-token.ts';
import { useUndoEmailChangeMutation, useVerifyEmailMutation } from './links-api.ts';

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
  const [verify, verifying] = useVerifyEmailMutation();
  const [undo, undone] = useUndoEmailChangeMutation();
  const [done, setDone] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isAbsent = useIsAbsent();

  const confirm = async () => {
    setFailure(undefined);
    try {
      const { message } = await (isUndo ? undo : verify)({ token }).unwrap();
      setDone(message);
      announce(message);
      forget();
      // The banner goes with the answer; a session that has ended is noticed by it, too.
      void dispatch(loadOwnUser());
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <LinkPage title={shown.title}>
      {done !== undefined ? (
        <Done message={done} />
      ) : isAbsent ? (
        <p>This service sends no mail, and so has nothing to confirm.</p>
      ) : token === '' ? (
        <p>This link is not complete. Please open it from the mail again, or copy all of it.</p>
      ) : (
        <>
          <p>{shown.words}</p>
          <ErrorLine>{failure}</ErrorLine>
          <Button look="primary" pending={verifying.isLoading || undone.isLoading} onClick={() => void confirm()}>
            {shown.button}
          </Button>
        </>
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

function useIsAbsent(): boolean {
  const isOffered = useCapability('email.verify');
  return useCapabilitiesKnown() && !isOffered;
}

import { Link } from 'react-router-dom';
import { announce } from '#client/lib/dom/announce.tsx';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useLinkKey, useLinkToken, useUnsubscribeMutation } from './links-api.ts';

/** By the kind that the token names after its first dot. */
const kinds: Readonly<Record<string, string>> = {
  request: 'when somebody wants to connect',
  connected: 'when a request of yours is accepted',
  message: 'about unread messages',
  mention: 'when somebody mentions you',
  interest: 'when somebody asks to join a project of yours',
  'interest-reviewed': 'when a project answers your ask to join',
};

/** Opened from a mail, without a session. Only the button changes something. */
export function UnsubscribePage() {
  return <UnsubscribeLink key={useLinkKey()} />;
}

function UnsubscribeLink() {
  const { token } = useLinkToken();
  const [stop, { isLoading, isSuccess: isDone, error }] = useUnsubscribeMutation();
  const kind = kinds[token.split('.')[1] ?? ''];
  const confirm = async () => {
    if ((await stop(token)).error === undefined) announce('Stopped');
  };
  if (kind === undefined)
    return (
      <LinkPage title="Stop these mails">
        <p>This link is not complete. Please open it from the mail again, or copy all of it.</p>
      </LinkPage>
    );
  return (
    <LinkPage title={isDone ? 'Stopped' : 'Stop these mails'}>
      {isDone ? (
        <Done kind={kind} />
      ) : (
        <>
          <p>You get a mail {kind}.</p>
          <ErrorLine error={error} />
          <Button look="primary" pending={isLoading} onClick={() => void confirm()}>
            Stop these mails
          </Button>
        </>
      )}
    </LinkPage>
  );
}

function Done({ kind }: { kind: string }) {
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null);
  return (
    <>
      <p>You get no more mails {kind}. You can have them again in Settings, Notifications.</p>
      <Link to={isSignedIn ? `${to.setting()}?section=notifications` : to.login()} className="btn btn-primary">
        {isSignedIn ? 'See all settings' : 'Log in'}
      </Link>
    </>
  );
}

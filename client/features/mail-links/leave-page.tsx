import { Link } from 'react-router-dom';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useComeBackMutation, useLinkKey, useLinkToken } from './links-api.ts';

/**
 * Opened from the mail about leaving: brings the account back. Programs that look into mails follow links, so that only the
 * button changes something. It asks no capability: an upstream that erases at once may have accounts that were leaving before.
 */
export function LeavePage() {
  return <ComeBackLink key={useLinkKey()} />;
}

function ComeBackLink() {
  const { token, forget } = useLinkToken();
  const [comeBack, { isLoading, isSuccess: isBack, error }] = useComeBackMutation();
  const press = async () => {
    if ((await comeBack({ token })).error !== undefined) return;
    announce('Welcome back');
    forget();
  };
  if (isBack)
    return (
      <LinkPage title="Welcome back">
        <p>Everything is as it was. Please log in.</p>
        <Link to={to.login()} className="btn btn-primary">
          Log in
        </Link>
      </LinkPage>
    );
  if (token === '')
    return (
      <LinkPage title="Your account">
        <p>This link is not complete. Please open it from the mail again, or copy all of it.</p>
      </LinkPage>
    );
  return (
    <LinkPage title="Come back?">
      <p>
        You have deleted this account: nobody sees it, and it will be erased on the day that the mail names. Until then
        you can come back, and everything is as it was.
      </p>
      <ErrorLine>{(isApiError(error) && error.fields?.token) || (error && errorMessage(error))}</ErrorLine>
      <Button look="primary" pending={isLoading} onClick={() => void press()}>
        Come back
      </Button>
      <Link to={to.landing()} className="btn btn-ghost">
        Leave it so
      </Link>
    </LinkPage>
  );
}

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { announce } from '#client/dom/focus/announce.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import { forgetUser } from '#client/store/session-user.ts';
import { isApiError } from '#client/text/api-error.ts';
import { longDate } from '#client/text/time.ts';
import { LinkPage } from '#client/ui/link-page.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { RetryLine } from '#client/ui/state/retry-line.tsx';
import { to } from '#shared/routes.ts';
import { ComeBack } from './come-back.tsx';
import { ConfirmDeletionLink } from './confirm-deletion-link.tsx';
import type { Outcome } from './deletion-outcome.ts';
import { useLinkKey, useLinkToken } from './link-token.ts';
import { useLeavingViewQuery } from './links-api.ts';

/** Confirms leaving, or offers to come back: a mail leads here, or a login to an account that is leaving. */
export function LeavePage() {
  return <LeaveLink key={useLinkKey()} />;
}

function LeaveLink() {
  const { token, forget } = useLinkToken();
  const dispatch = useAppDispatch();
  const [outcome, setOutcome] = useState<Outcome>();
  const isOffered = useCapability('account.leaving');
  const isAbsent = useCapabilitiesKnown() && !isOffered;
  const { data, error, isFetching, refetch } = useLeavingViewQuery(token, {
    skip: token === '' || !isOffered,
    refetchOnMountOrArgChange: true,
  });

  const end = (next: Outcome) => {
    setOutcome(next);
    announce(next.words);
    // A token that was used does not stay in the browser's history.
    forget();
  };
  if (outcome)
    return (
      <LinkPage title={outcome.title}>
        <p>{outcome.words}</p>
        <Link to={outcome.next === 'login' ? to.login() : to.landing()} className="btn btn-primary">
          {outcome.next === 'login' ? 'Log in' : 'Start page'}
        </Link>
      </LinkPage>
    );
  if (isAbsent || token === '')
    return (
      <LinkPage title="Your account">
        <p>
          {isAbsent
            ? 'This service erases accounts at once, and so has nothing to confirm.'
            : 'This link is not complete. Please open it from the mail again, or copy all of it.'}
        </p>
      </LinkPage>
    );
  if (data?.state === 'asked')
    return (
      <ConfirmDeletionLink
        token={token}
        days={data.days}
        onConfirmed={(eraseAt) => {
          // The session of this browser has ended with the others.
          dispatch(forgetUser());
          end({
            title: 'Your account is hidden',
            words: `It will be erased on ${longDate(eraseAt)}. To come back, log in before that day.`,
            next: 'landing',
          });
        }}
      />
    );
  if (data?.state === 'leaving') return <ComeBack token={token} eraseAt={data.eraseAt} onEnd={end} />;
  return (
    <LinkPage title="Your account">
      {error === undefined ? (
        <p role="status">Looking at the link…</p>
      ) : isApiError(error) && error.status === 422 ? (
        <>
          <ErrorLine>{error.fields?.token ?? error.message}</ErrorLine>
          <Link to={to.login()} className="btn btn-ghost btn-sm self-center text-primary text-small">
            Back to the login
          </Link>
        </>
      ) : (
        <RetryLine error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </LinkPage>
  );
}

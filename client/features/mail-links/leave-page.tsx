import { useState } from 'react';
import { Link } from 'react-router-dom';
import { announce } from '#client/dom/announce.tsx';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import { forgetUser } from '#client/store/session-user.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { longDate } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { OneFieldForm } from '#client/ui/form/one-field-form.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { ErrorLine, RetryLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import {
  useComeBackMutation,
  useConfirmLeavingMutation,
  useEraseNowMutation,
  useLeavingViewQuery,
  useLinkKey,
  useLinkToken,
} from './links-api.ts';

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

interface Props {
  token: string;
  eraseAt: string;
  onEnd: (outcome: Outcome) => void;
}

export function ComeBack({ token, eraseAt, onEnd }: Props) {
  const [comeBack, { isLoading }] = useComeBackMutation();
  const [failure, setFailure] = useState<string>();
  const [isErasing, setErasing] = useState(false);
  const press = async () => {
    setFailure(undefined);
    try {
      await comeBack({ token }).unwrap();
      onEnd({ title: 'Welcome back', words: 'Everything is as it was. Please log in.', next: 'login' });
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <LinkPage title="Come back?">
      <p>
        You have deleted this account. Nobody sees it, and on <strong>{longDate(eraseAt)}</strong> it will be erased for
        good. Until then you can come back, and everything is as it was.
      </p>
      <ErrorLine>{failure}</ErrorLine>
      <Button look="primary" pending={isLoading} onClick={() => void press()}>
        Come back
      </Button>
      <Link to={to.landing()} className="btn btn-ghost">
        Leave it so
      </Link>
      {isErasing ? (
        <EraseNow token={token} onEnd={onEnd} />
      ) : (
        <Button look="quiet" className="text-error" onClick={() => setErasing(true)}>
          Erase it now
        </Button>
      )}
    </LinkPage>
  );
}

function EraseNow({ token, onEnd }: Pick<Props, 'token' | 'onEnd'>) {
  const [erase] = useEraseNowMutation();
  return (
    <OneFieldForm
      name="password"
      action="Erase for good"
      look="danger"
      className="border-t border-base-300 pt-4"
      send={async (password) => {
        await erase({ token, password }).unwrap();
        onEnd({ title: 'Your account is erased', words: 'Nothing of it can be brought back.', next: 'landing' });
      }}
      render={(field) => (
        <PasswordField
          autoFocus
          label="Password"
          autoComplete="current-password"
          hint="It is erased at once, and cannot be brought back."
          {...field}
        />
      )}
    />
  );
}

interface ConfirmDeletionLinkProps {
  token: string;
  days: number;
  onConfirmed: (eraseAt: string) => void;
}

/** Opened from a mail. Programs that look into mails follow links, so that only the button changes something. */
export function ConfirmDeletionLink({ token, days, onConfirmed }: ConfirmDeletionLinkProps) {
  const [confirm, { isLoading }] = useConfirmLeavingMutation();
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setFailure(undefined);
    try {
      onConfirmed((await confirm({ token }).unwrap()).eraseAt);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <LinkPage title="Delete your account?">
      <p>
        It is hidden from everybody at once, every device is logged out, and {days === 1 ? 'a day' : `${days} days`}{' '}
        later everything is erased. Until then you come back by logging in.
      </p>
      <p className="text-muted text-small">
        To keep a copy of your data, download it in Settings, Data before you press the button.
      </p>
      <ErrorLine>{failure}</ErrorLine>
      <Button look="danger" pending={isLoading} onClick={() => void press()}>
        Delete my account
      </Button>
      <Link to={to.landing()} className="btn btn-ghost">
        Keep my account
      </Link>
    </LinkPage>
  );
}

/** The last text of the page, shown when the token is used up. */
export interface Outcome {
  title: string;
  words: string;
  next: 'login' | 'landing';
}

import { useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { focusBeside } from '#client/dom/focus/focus-beside.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine, RetryLine } from '#client/ui/state/error-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { Session } from '#shared/api/account.ts';
import { SettingsCard } from '../settings-card.tsx';
import { useEndSessionMutation, useSessionsQuery } from './account-api.ts';

/** The sessions of this account. Each but the current one can be ended. */
export function Sessions() {
  const { data, error, isFetching, refetch } = useSessionsQuery();
  return (
    <SettingsCard title="Where you are logged in">
      {error && !data ? <RetryLine error={error} retrying={isFetching} onRetry={refetch} /> : null}
      {!data && !error && <RowBones rows={2} />}
      {data && (
        <ul className="flex flex-col divide-y divide-base-300">
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function SessionRow({ session }: { session: Session }) {
  const [end, { isLoading, isSuccess }] = useEndSessionMutation();
  const [failure, setFailure] = useState<string>();
  const row = useRef<HTMLLIElement>(null);

  const endSession = async () => {
    setFailure(undefined);
    try {
      await end(session._id).unwrap();
      announce(`Logged out there: ${session.device}`);
      focusBeside(row.current);
    } catch (reason) {
      setFailure(errorMessage(reason));
    }
  };
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold text-small">
          {session.device}
          {session.current && (
            <span className="ms-2 rounded-selector border border-base-300 px-2 text-accent text-micro">This one</span>
          )}
        </p>
        <p className="text-muted text-small">
          Last seen <RelativeTime iso={session.lastSeenAt} />
        </p>
        <ErrorLine>{failure}</ErrorLine>
      </div>
      {!session.current && (
        <Button
          look="outline"
          pending={isLoading || isSuccess}
          aria-label={`Log out there: ${session.device}`}
          onClick={() => void endSession()}
        >
          Log out there
        </Button>
      )}
    </li>
  );
}

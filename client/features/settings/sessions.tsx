import { toast } from 'sonner';
import { errorMessage } from '#client/lib/api-error.ts';
import { useEndSessionMutation, useSessionsQuery } from '#client/store/account-api.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Where this account is logged in; each but this one can be ended. */
export function Sessions() {
  const { data, error, isFetching, refetch } = useSessionsQuery();
  const [end, { isLoading, originalArgs }] = useEndSessionMutation();

  const endSession = async (sessionId: string) => {
    try {
      await end(sessionId).unwrap();
      toast.success('Logged out there');
    } catch (reason) {
      toast.error(errorMessage(reason));
    }
  };
  return (
    <SettingsCard title="Where you are logged in">
      {error && !data ? <ErrorState error={error} onRetry={refetch} retrying={isFetching} /> : null}
      {!data && !error && <RowBones rows={2} />}
      {data && (
        <ul className="flex flex-col divide-y divide-base-300">
          {data.map((session) => (
            <li key={session._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="font-semibold text-small">
                  {session.device}
                  {session.current && <span className="badge badge-soft badge-accent ms-2">This one</span>}
                </p>
                <p className="text-muted text-small">
                  Last seen <RelativeTime iso={session.lastSeenAt} />
                </p>
              </div>
              {!session.current && (
                <Button
                  look="outline"
                  pending={isLoading && originalArgs === session._id}
                  aria-label={`Log out there: ${session.device}`}
                  onClick={() => void endSession(session._id)}
                >
                  Log out there
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

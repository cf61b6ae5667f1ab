import { useLocation } from 'react-router-dom';
import { useOnline } from '#client/dom/use-online.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { copy } from '#client/text/copy.ts';
import type { GuardState } from '#client/text/history-state.ts';
import { OfflineLine } from '#client/ui/state/offline-line.tsx';
import { ServiceLine } from '#client/ui/state/service-line.tsx';

/**
 * The line above a screen that needs no session: that there is no network, or that the load of the profile has no answer.
 * Retry, which a user is offered who has stopped that load, opens the screen that they wanted.
 */
export function OpenLine() {
  const online = useOnline();
  const since = useAppSelector(({ session }) => session.unansweredSince);
  const isStopped = useAppSelector(({ session }) => session.profile === 'stopped');
  const state = useLocation().state as GuardState | null;
  if (!online) return <OfflineLine />;
  if (since === undefined) return null;
  return (
    <ServiceLine trouble={{ kind: 'away', since, isStopped }}>
      {isStopped && (
        <button
          type="button"
          className="min-h-6 font-semibold underline pointer-coarse:-my-2 pointer-coarse:min-h-11"
          onClick={() => location.assign(state?.refused ?? location.href)}
        >
          {copy.retry}
        </button>
      )}
    </ServiceLine>
  );
}

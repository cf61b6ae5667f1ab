import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useProfileUnanswered } from '#client/api/base-query/base-query.ts';
import { useHydrated, useOnline } from '#client/lib/dom/window-state.ts';
import { copy } from '#client/lib/text/copy.ts';
import type { GuardState } from '#client/lib/text/screen-names.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { OfflineLine, ServiceLine } from '#client/ui/state/service-line.tsx';

/** The frame of the screens that need no session: above each stands the one line about the network or the service. */
export function OpenFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const online = useOnline();
  const unanswered = useProfileUnanswered();
  // A pre-rendered page has no line, and the load of the profile may have failed before React takes the page over.
  const hydrated = useHydrated();
  return (
    <>
      <div role="status" className="print:hidden">
        {hydrated && (online ? unanswered && <AwayLine /> : <OfflineLine />)}
      </div>
      {children}
    </>
  );
}

/**
 * Says that the load of the profile has no answer. Retry, which a user is offered who has stopped that load, opens the screen
 * that they wanted.
 */
function AwayLine() {
  const since = useAppSelector(({ session }) => session.unansweredSince);
  const isStopped = useAppSelector(({ session }) => session.profile === 'stopped');
  const state = useLocation().state as GuardState | null;
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

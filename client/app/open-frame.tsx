import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useProfileUnanswered } from '#client/store/api/base-query/profile-unanswered.ts';

// With the parts that every page loads once it is quiet: without a network it could not be fetched.
const OpenLine = lazyPart(async () => (await import('./start/later-parts.tsx')).OpenLine);

/** The frame of the screens that need no session: above each stands the one line about the network or the service. */
export function OpenFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const online = useOnline();
  const unanswered = useProfileUnanswered();
  // A pre-rendered page has no line, and the load of the profile may have failed before React takes the page over.
  const hydrated = useHydrated();
  return (
    <>
      <div role="status" className="print:hidden">
        {hydrated && (!online || unanswered) && (
          <Suspense>
            <OpenLine />
          </Suspense>
        )}
      </div>
      {children}
    </>
  );
}

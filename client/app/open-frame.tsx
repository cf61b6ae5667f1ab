import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { useHydrated } from '#client/dom/use-hydrated.ts';
import { useOnline } from '#client/dom/use-online.ts';
import { useProfileUnanswered } from '#client/store/api/base-query/profile-unanswered.ts';
import { OpenLine } from './open-line.tsx';

/** The frame of the screens that need no session: above each stands the one line about the network or the service. */
export function OpenFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const online = useOnline();
  const unanswered = useProfileUnanswered();
  // A pre-rendered page has no line, and the load of the profile may have failed before React takes the page over.
  const hydrated = useHydrated();
  return (
    <>
      <div role="status" className="print:hidden">
        {hydrated && (!online || unanswered) && <OpenLine />}
      </div>
      {children}
    </>
  );
}

import { type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { lazyPart } from '#client/lib/dom/lazy-part.ts';
import { whenQuiet } from '#client/lib/dom/use-later.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { LoadingGate } from './loading-gate.tsx';
import { UntilNextScreen } from './loading-screen.tsx';
import { RootFrame } from './root-frame.tsx';
import { prefetchScreens } from './shell-code.ts';

const sessionEndedCode = async () => (await import('./session-ended-dialog.tsx')).SessionEnded;
const SessionEnded = lazyPart(sessionEndedCode);

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null);
  useEffect(
    () =>
      whenQuiet(() => {
        // Ahead: a later deployment does not have this file any more.
        if (isSignedIn) sessionEndedCode().catch(() => undefined);
        // The development server has no service worker, and would compile every screen.
        if (!import.meta.env.PROD) return;
        // With it the app opens offline. Private windows and full devices refuse it, and plain http has none.
        navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
        void prefetchScreens(isSignedIn);
      }),
    [isSignedIn],
  );
  return (
    <RootFrame>
      <LoadingGate>
        <UntilNextScreen framedByShell={false}>{children}</UntilNextScreen>
      </LoadingGate>
      <ScrollRestoration />
      {sessionEnded && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </RootFrame>
  );
}

import { type ReactNode, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { whenQuiet } from '#client/dom/frames.tsx';
import { useAppSelector } from '#client/store/hooks.ts';
import { LoadingGate } from './loading-gate.tsx';
import { UntilNextScreen } from './loading-screen.tsx';
import { RootFrame } from './root-frame.tsx';
import { SessionEnded } from './session-ended-dialog.tsx';
import { prefetchScreens } from './shell-code.ts';
import { registerServiceWorker } from './start/register-service-worker.ts';

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null);
  useEffect(
    () =>
      whenQuiet(() => {
        registerServiceWorker();
        // The development server would compile every screen.
        if (import.meta.env.PROD) void prefetchScreens(isSignedIn);
      }),
    [isSignedIn],
  );
  return (
    <RootFrame>
      <LoadingGate>
        <UntilNextScreen framedByShell={false}>{children}</UntilNextScreen>
      </LoadingGate>
      <ScrollRestoration />
      {sessionEnded && <SessionEnded />}
    </RootFrame>
  );
}

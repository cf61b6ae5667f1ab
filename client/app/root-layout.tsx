import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useAppSelector } from '#client/store/hooks.ts';
import { UntilNextScreen } from './coming-screen.tsx';
import { LoadingGate } from './loading-gate.tsx';
import { RootFrame } from './root-frame.tsx';
import { SessionEnded } from './session-ended-dialog.tsx';

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
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

import { type ReactNode, Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { UntilNextScreen } from './coming-screen.tsx';
import { LoadingGate } from './loading-gate.tsx';
import { RootFrame } from './root-frame.tsx';

const SessionEnded = lazyPart(async () => (await import('./session-ended-dialog.tsx')).SessionEnded);

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
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

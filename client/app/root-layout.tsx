import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useAppSelector } from '#client/store/hooks.ts';
import { Announcer } from '#client/ui/announcer.tsx';
import { LoadingGate } from './loading-gate.tsx';

const LaterParts = lazy(() => import('./later-parts.tsx').then((m) => ({ default: m.LaterParts })));
const SessionEnded = lazy(() => import('./session-ended.tsx').then((m) => ({ default: m.SessionEnded })));

/** Around every screen: skip link, live regions, toasts, the loading gate. */
export function RootLayout() {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      <LoadingGate>
        <Outlet />
      </LoadingGate>
      <ScrollRestoration />
      <AfterFirstPaint>
        <LaterParts />
      </AfterFirstPaint>
      {sessionEnded && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </>
  );
}

/** Nothing can toast before the first paint: the toaster's code does not delay it. */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return painted && <Suspense>{children}</Suspense>;
}

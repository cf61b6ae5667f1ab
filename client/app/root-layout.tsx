import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useAppSelector } from '#client/store/hooks.ts';
import { Announcer } from '#client/ui/announcer.tsx';
import { LoadingGate } from './loading-gate.tsx';

// The page works without these parts, so a failure to load them must not replace the page.
const LaterParts = lazy<ComponentType>(() =>
  import('./start/later-parts.tsx').then(
    (m) => ({ default: m.LaterParts }),
    () => ({ default: Nothing }),
  ),
);
const SessionEnded = lazy(() => import('./notices/session-ended.tsx').then((m) => ({ default: m.SessionEnded })));

function Nothing(): ReactNode {
  return null;
}

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
  return (
    <RootFrame>
      <LoadingGate>{children}</LoadingGate>
      <ScrollRestoration />
      {sessionEnded && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </RootFrame>
  );
}

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      {children}
      <AfterFirstPaint>
        <LaterParts />
      </AfterFirstPaint>
    </>
  );
}

/** Loads the toaster after the first paint. */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return painted && <Suspense>{children}</Suspense>;
}

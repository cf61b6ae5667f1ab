import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useAppSelector } from '#client/store/hooks.ts';
import { Announcer } from '#client/ui/announcer.tsx';
import { LoadingGate } from './loading-gate.tsx';

// Without these parts the page still works: a failure to load them must not replace it.
const LaterParts = lazy<ComponentType>(() =>
  import('./later-parts.tsx').then(
    (m) => ({ default: m.LaterParts }),
    () => ({ default: Nothing }),
  ),
);
const SessionEnded = lazy(() => import('./session-ended.tsx').then((m) => ({ default: m.SessionEnded })));

function Nothing(): ReactNode {
  return null;
}

/** Around every screen: skip link, live regions, toasts, the loading gate. */
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

/** The part of the root layout that also stands around a crash of the rest: skip link, live regions and toasts. */
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

/** Loads the toaster after the first paint, before which nothing shows a toast. */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return painted && <Suspense>{children}</Suspense>;
}

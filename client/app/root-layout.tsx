import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { Announcer } from '#client/ui/announcer.tsx';
import { LoadingGate } from './loading-gate.tsx';

const LaterParts = lazyPart(async () => (await import('./start/later-parts.tsx')).LaterParts);
const SessionEnded = lazyPart(async () => (await import('./notices/session-ended.tsx')).SessionEnded);

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

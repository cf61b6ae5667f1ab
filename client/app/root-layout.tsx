import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { whenQuiet } from '#client/dom/when-quiet.ts';
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

/**
 * Loads the toaster after the first paint: at once on a screen of a running app, and on the pre-rendered page that a visit begins
 * with when nothing else is under way. Toasts from before are shown then.
 */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  const isPrerendered = useAppSelector((state) => state.session.isPrerendered);
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const waits = isPrerendered && pathname === first;
  useEffect(() => {
    const show = () => setPainted(true);
    if (waits) return whenQuiet(show);
    const timer = setTimeout(show, 0);
    return () => clearTimeout(timer);
  }, [waits]);
  return painted && <Suspense>{children}</Suspense>;
}

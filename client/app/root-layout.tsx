import { type ReactNode, Suspense, useMemo } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { NavigationContext } from '#client/dom/navigation.tsx';
import { useAppSelector } from '#client/store/hooks.ts';
import { LoadingGate } from './loading-gate.tsx';
import { RootFrame } from './root-frame.tsx';

const SessionEnded = lazyPart(async () => (await import('./notices/session-ended.tsx')).SessionEnded);

/** The frame of every screen: skip link, live regions, toasts and the loading gate. */
export function RootLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const sessionEnded = useAppSelector(({ session, auth }) => session.ended && auth.user !== null);
  const go = useNavigate();
  const { state } = useLocation();
  const navigation = useMemo(() => ({ state: state as unknown, go }), [state, go]);
  return (
    <RootFrame>
      <NavigationContext value={navigation}>
        <LoadingGate>{children}</LoadingGate>
      </NavigationContext>
      <ScrollRestoration />
      {sessionEnded && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </RootFrame>
  );
}

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { onFirstToast } from '#client/dom/toast.ts';
import { whenQuiet } from '#client/dom/when-quiet.ts';
import { Announcer } from '#client/ui/announcer.tsx';

const LaterParts = lazyPart(async () => (await import('./start/later-parts.tsx')).LaterParts);

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      {children}
      <WhenQuiet>
        <LaterParts />
      </WhenQuiet>
    </>
  );
}

/** Waits until nothing else is under way, or until there is a toast to show. */
function WhenQuiet({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    const stops = [whenQuiet(show), onFirstToast(show)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return isShown && <Suspense>{children}</Suspense>;
}

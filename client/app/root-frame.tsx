import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '#client/dom/first-toast.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { whenQuiet } from '#client/dom/timing/when-quiet.ts';
import { Announcer } from '#client/ui/announcer.tsx';

const LaterParts = lazyPart(async () => (await import('./start/later-parts.tsx')).LaterParts);
const Toasts = lazyPart(async () => (await import('./toasts/toast-area.tsx')).Toasts);

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      {children}
      <Later begin={whenQuiet}>
        <LaterParts />
      </Later>
      <Later begin={whenToastsWanted}>
        <Toasts />
      </Later>
    </>
  );
}

function whenToastsWanted(run: () => void): () => void {
  const stops = [whenQuiet(run), onFirstToast(run)];
  return () => {
    for (const stop of stops) stop();
  };
}

interface LaterProps {
  /** Calls `run` when the part may be loaded; returns how to call that off. */
  begin: (run: () => void) => () => void;
  children: ReactNode;
}

function Later({ begin, children }: LaterProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => begin(() => setShown(true)), [begin]);
  return isShown && <Suspense>{children}</Suspense>;
}

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { whenQuiet } from '#client/dom/when-quiet.ts';
import { Announcer } from '#client/ui/announcer.tsx';

const LaterParts = lazyPart(async () => (await import('./start/later-parts.tsx')).LaterParts);

interface Props {
  children: ReactNode;
  /** On a page that came pre-rendered: what is not needed at first waits until nothing else is under way. */
  isEarly?: boolean;
}

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children, isEarly = false }: Props) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      {children}
      <AfterFirstPaint isEarly={isEarly}>
        <LaterParts />
      </AfterFirstPaint>
    </>
  );
}

/** Loads the toaster after the first paint. Toasts from before are shown then. */
function AfterFirstPaint({ children, isEarly }: Required<Props>) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const show = () => setPainted(true);
    if (isEarly) return whenQuiet(show);
    const timer = setTimeout(show, 0);
    return () => clearTimeout(timer);
  }, [isEarly]);
  return painted && <Suspense>{children}</Suspense>;
}

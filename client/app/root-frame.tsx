import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { whenQuiet } from '#client/dom/timing/when-quiet.ts';
import { Announcer } from '#client/ui/announcer.tsx';
import { DialogNoticesContext } from '#client/ui/dialog/modal.tsx';
import { AppToaster } from './toasts/app-toaster.tsx';
import { SlowCallsInDialog, SlowCallsToast } from './toasts/slow-calls-toast.tsx';

const LaterParts = lazyPart(async () => (await import('./start/later-parts.tsx')).LaterParts);

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      <DialogNoticesContext value={slowCallsInDialog}>{children}</DialogNoticesContext>
      <Later begin={whenQuiet}>
        <LaterParts />
      </Later>
      <AppToaster />
      <SlowCallsToast />
    </>
  );
}

/** The toast area is inert while a dialog is open: what it says about slow calls stands in the dialog, too. */
const slowCallsInDialog = <SlowCallsInDialog />;

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

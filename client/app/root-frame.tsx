import '#client/styles/print.css';
import type { ReactNode } from 'react';
import { Announcer } from '#client/dom/announce.tsx';
import { DialogNoticesContext } from '#client/ui/dialog/dialog.tsx';
import { AppToaster, SlowCallsInDialog, SlowCallsToast } from './toasts/toasts.tsx';

/** The part of the root layout that also frames the error page when the rest has crashed. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Announcer />
      <DialogNoticesContext value={slowCallsInDialog}>{children}</DialogNoticesContext>
      <AppToaster />
      <SlowCallsToast />
    </>
  );
}

/** The toast area is inert while a dialog is open: what it says about slow calls stands in the dialog, too. */
const slowCallsInDialog = <SlowCallsInDialog />;

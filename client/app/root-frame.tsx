import '#client/styles/print.css';
import './toaster.css';
import { type CSSProperties, createContext, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { Toaster, toast } from 'sonner';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { Announcer, announce } from '#client/lib/dom/announce.tsx';
import { setPageTitle } from '#client/lib/dom/page.ts';
import { copy } from '#client/lib/text/copy.ts';
import { useAppSelector, useAppStore } from '#client/state/hooks.ts';
import { DialogNoticesContext } from '#client/ui/dialog/dialog.tsx';
import { StillTrying } from '#client/ui/state/waiting.tsx';

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

/** The specified toast area. The swipe threshold (20 px) and the removal time (200 ms) are defaults of sonner 1.7. */
function AppToaster() {
  const { theme } = usePreferences();
  return (
    <Toaster
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      gap={14}
      theme={theme}
      closeButton
      containerAriaLabel="Messages"
      style={{ '--width': '356px' } as CSSProperties}
    />
  );
}

const id = 'slow-calls';

/** Says in the toast area that calls are still waiting for an answer, and stops them on request. */
function SlowCallsToast() {
  const { areThere, stopAll } = useSlowCalls();
  // During the first load the loading gate shows the same.
  const isOpen = useAppSelector((state) => state.session.profile === 'answered');
  useEffect(() => {
    if (!areThere || !isOpen) return;
    const action = { label: copy.stop, onClick: stopAll };
    toast.message(copy.stillTrying, { id, action, duration: Number.POSITIVE_INFINITY });
    return () => void toast.dismiss(id);
  }, [areThere, isOpen, stopAll]);
  return null;
}

/** The same inside an open dialog, at the place of the toasts. */
function SlowCallsInDialog() {
  const { areThere, stopAll } = useSlowCalls();
  if (!areThere) return null;
  return (
    <div className="fixed inset-x-4 top-4 rounded-field border border-outline bg-base-100 px-4 py-2 shadow-lg sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-[356px]">
      <StillTrying pending now onStop={stopAll} />
    </div>
  );
}

function useSlowCalls() {
  const slowCalls = useAppStore().dispatch((_dispatch, _getState, services) => services.slowCalls);
  const areThere = useSyncExternalStore(slowCalls.subscribe, slowCalls.areThere, slowCalls.areThere);
  return { areThere, stopAll: slowCalls.stopAll };
}

let lastPath: string | undefined;

/**
 * After a change of the path: sets the title, announces it and focuses the h1. Render it before the screen, so that the
 * effect of a screen that sets its own focus runs later. The first load moves no focus.
 */
export function RouteFocus({ title }: { title: string }) {
  const { pathname } = useLocation();
  useEffect(() => {
    setPageTitle(title);
    const isFirst = lastPath === undefined;
    const isSame = lastPath === pathname;
    lastPath = pathname;
    if (isFirst || isSame) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, title]);
  return null;
}

/** An error page, which the shell frames in the place of the route's screen; undefined where the route has its screen. */
export const FramedScreen = createContext<ReactNode>(undefined);

import '#client/styles/more-letters.css';
import { type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useCapabilities, useCapability } from '#client/api/capabilities.ts';
import { startRecovery } from '#client/api/recovery/start-recovery.ts';
import { FramedScreen } from '#client/app/root-frame.tsx';
import { WarningBanner } from '#client/features/moderation/warning-banner.tsx';
import { NewsCountContext, useLoadedNewsCount, useTitleCount } from '#client/features/notifications/use-news-count.ts';
import { rememberPlace } from '#client/lib/device/recent-places.ts';
import { legendKeys, listenForShortcuts, paletteKeys, useShortcuts } from '#client/lib/dom/shortcuts.ts';
import { whenQuiet } from '#client/lib/dom/use-later.ts';
import { useIsWide } from '#client/lib/dom/window-state.ts';
import { useAppSelector, useAppStore, useOwnUser } from '#client/state/hooks.ts';
import { useKeptAge } from '#client/state/kept/use-kept-age.ts';
import { ServiceAwayContext } from '#client/ui/state/errors.tsx';
import { ServiceLine } from '#client/ui/state/service-line.tsx';
import { to } from '#shared/routes.ts';
import { UntilNextScreen } from '../loading-screen.tsx';
import { Palette } from '../palette/palette.tsx';
import { Banners } from './banners.tsx';
import { LiveSession } from './live-session.tsx';
import { Dock, TopBar } from './narrow-bars.tsx';
import { useGoToShortcuts } from './nav-items.ts';
import { ShortcutLegend } from './shortcut-legend.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnReturn } from './use-focus-on-return.ts';
import { useServiceTrouble } from './use-service-trouble.ts';
import { useSessionOfAllTabs } from './use-session-of-all-tabs.ts';
import { VerifyBanner } from './verify-banner.tsx';
import { WaitingButton, WaitingDialog } from './waiting-dialog.tsx';

/** The first screen was drawn with its answers, which came with its page: the frame does not wait any longer. */
const drawnAfterMs = 0;

/** Whether the first screen is drawn. What the frame itself loads, for badges and live updates, waits until then. */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => whenQuiet(() => setDrawn(true), drawnAfterMs), []);
  return isDrawn;
}

/** Follows what the account keeps for all devices. */
function useAccount(isDrawn: boolean): void {
  const store = useAppStore();
  const capabilities = useCapabilities();
  useEffect(() => {
    if (!isDrawn) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    const start = async () => {
      const { followAccount } = await import('#client/api/preferences-api.ts');
      if (!isUnmounted) stop = followAccount(store, capabilities);
    };
    void start().catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [store, capabilities, isDrawn]);
}

/**
 * Makes the calls that an earlier page has left waiting, and fetches the code with which a call of this page can wait.
 */
function useWaitingCalls(isDrawn: boolean): void {
  const store = useAppStore();
  const { _id: userId } = useOwnUser();
  useEffect(() => {
    if (!isDrawn) return;
    const start = async () => {
      const [{ sendWaitingCalls }] = await Promise.all([
        import('#client/live/send-waiting-calls.ts'),
        // The same import as in base-query.ts: the build gives each imported path one file.
        import('#client/api/base-query/wait-for-network.ts'),
      ]);
      await sendWaitingCalls(store, userId);
    };
    void start().catch(() => undefined);
  }, [store, userId, isDrawn]);
}

/** Remembers which people, projects and conversations are opened, for the palette. */
function useRememberPlaces(): void {
  const { _id: ownId } = useOwnUser();
  const { pathname } = useLocation();
  useEffect(() => rememberPlace(ownId, pathname), [ownId, pathname]);
}

/** The frame around the screens of a signed-in user. */
export function Shell() {
  useLayoutEffect(() => listenForShortcuts(), []);
  useGoToShortcuts();
  useFocusOnReturn();
  useRememberPlaces();
  useSessionOfAllTabs();
  const isDrawn = useIsDrawn();
  useAccount(isDrawn);
  useWaitingCalls(isDrawn);
  const store = useAppStore();
  useEffect(() => startRecovery(store), [store]);
  const [legend, setLegend] = useState(false);
  const [palette, setPalette] = useState(false);
  useShortcuts([
    { keys: legendKeys, label: 'Keyboard shortcuts', run: () => setLegend(true) },
    { keys: paletteKeys, label: 'Find anything', run: () => setPalette(true) },
  ]);
  return (
    <LiveSession isDrawn={isDrawn}>
      <CountedNews isDrawn={isDrawn}>{frame}</CountedNews>
      {palette && <Palette onClose={() => setPalette(false)} />}
      {legend && <ShortcutLegend onClose={() => setLegend(false)} />}
    </LiveSession>
  );
}

/** The numbers of all badges, and of the page title. */
function CountedNews({ children, isDrawn }: { children: ReactNode; isDrawn: boolean }) {
  const count = useLoadedNewsCount({ skip: !isDrawn });
  useTitleCount(count.total);
  return <NewsCountContext value={count}>{children}</NewsCountContext>;
}

/** `main` has the same place in the tree in both layouts, so that resizing the window does not unmount the screen. */
function Frame() {
  const isWide = useIsWide();
  return (
    <div
      data-frame
      className={
        isWide
          ? 'grid min-h-dvh grid-cols-[15rem_minmax(0,1fr)] print:block'
          : 'flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] print:block print:pb-0'
      }
    >
      {isWide ? <Sidebar /> : <TopBar />}
      <Main />
      {!isWide && <Dock />}
    </div>
  );
}

/** On their own profile, new accounts are asked to confirm their address, where the upstream sends mail. */
function MustVerify() {
  const isAsked = useAppSelector(({ auth }) => auth.user?.emailVerified === false);
  const canVerify = useCapability('email.verify');
  const isHere = useLocation().pathname === to.profile();
  return isAsked && canVerify && isHere && <VerifyBanner />;
}

/** A moderator's warning, until the user has confirmed that they have read it. */
function MustReadWarning() {
  const warning = useAppSelector(({ auth }) => auth.user?.warning);
  return warning && <WarningBanner key={warning._id} warning={warning} />;
}

function Main() {
  const keptAt = useKeptAge();
  const trouble = useServiceTrouble();
  const framed = use(FramedScreen) ?? screen;
  const [isListOpen, setListOpen] = useState(false);
  const waiting = <WaitingButton onOpen={() => setListOpen(true)} />;
  return (
    <div className="flex min-w-0 flex-1 flex-col" data-column>
      <Banners keptAt={keptAt} waiting={waiting} />
      {/* Outside the banner, whose colours it would have. */}
      {isListOpen && <WaitingDialog onClose={() => setListOpen(false)} />}
      <div role="status" className="print:hidden">
        {trouble && <ServiceLine trouble={trouble}>{waiting}</ServiceLine>}
      </div>
      <MustVerify />
      <MustReadWarning />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
        <ServiceAwayContext value={trouble?.kind === 'away'}>{framed}</ServiceAwayContext>
      </main>
    </div>
  );
}

/** One element each, so that a change of the shell itself does not draw the frame or the screen again. */
const frame = <Frame />;
const screen = (
  <UntilNextScreen framedByShell>
    <Outlet />
  </UntilNextScreen>
);

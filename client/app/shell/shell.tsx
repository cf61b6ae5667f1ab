import '#client/styles/fonts.css';
import '#client/styles/more-letters.css';
import './view-transitions.css';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { listenForShortcuts, useShortcuts } from '#client/dom/focus/shortcuts.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { whenQuiet } from '#client/dom/timing/when-quiet.ts';
import { whenSpare } from '#client/dom/timing/when-spare.ts';
import { useIsWide } from '#client/dom/use-media-query.ts';
import { NewsCountContext, useLoadedNewsCount } from '#client/features/notifications/use-news-count.ts';
import { useTitleCount } from '#client/features/notifications/use-title-count.ts';
import { useCapabilities, useCapability } from '#client/store/api/capabilities.ts';
import { startRecovery } from '#client/store/api/start-recovery.ts';
import { useAppSelector, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import { Banners } from './banners.tsx';
import { ForeignPictureRules } from './foreign-picture-rule.tsx';
import { LivePaused } from './live-paused.tsx';
import { LiveSession } from './live-session.tsx';
import { Dock, TopBar } from './narrow-bars.tsx';
import { preloadSignedIn } from './preload-signed-in.ts';
import { Sidebar } from './sidebar.tsx';
import { useGoToShortcuts } from './use-go-to-shortcuts.ts';
import { useLateFonts } from './use-late-fonts.ts';
import { useLeaveTogether } from './use-leave-together.ts';
import { useReturnToPlace } from './use-return-to-place.ts';

const VerifyBanner = lazyPart(async () => (await import('#client/features/mail-links/verify-banner.tsx')).VerifyBanner);
const WarningBanner = lazyPart(
  async () => (await import('#client/features/mail-links/warning-banner.tsx')).WarningBanner,
);
const ShortcutLegend = lazyPart(async () => (await import('./shortcut-legend.tsx')).ShortcutLegend);

/** After this time the first screen has its data, which were asked for with its page. */
const drawnAfterMs = 300;

/** So long after that, it does not wait for the browser to be idle. */
const drawnIdleMs = 1000;

/** Whether the first screen is drawn. What the frame itself loads, for badges and live updates, waits until then. */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => whenQuiet(() => setDrawn(true), drawnAfterMs, drawnIdleMs), []);
  return isDrawn;
}

/** Follows what the account keeps for all devices. */
function useAccount(isDrawn: boolean): void {
  const store = useAppStore();
  const { _id: ownId } = useOwnUser();
  const capabilities = useCapabilities();
  useEffect(() => {
    if (!isDrawn || !capabilities) return;
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { followAccount } = await import('#client/store/api/account/follow-account.ts');
      if (!left) stop = followAccount(store, ownId, capabilities);
    };
    void start().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [store, ownId, capabilities, isDrawn]);
}

/** The frame around the screens of a signed-in user. */
export function Shell() {
  useEffect(() => listenForShortcuts(), []);
  useGoToShortcuts();
  useReturnToPlace();
  useLeaveTogether();
  useLateFonts();
  const isDrawn = useIsDrawn();
  useAccount(isDrawn);
  const store = useAppStore();
  useEffect(() => startRecovery(store), [store]);
  useEffect(() => {
    // The development server would compile every screen.
    if (!import.meta.env.PROD) return;
    return whenSpare(() => void preloadSignedIn());
  }, []);
  const [legend, setLegend] = useState(false);
  useShortcuts([{ keys: '?', label: 'Keyboard shortcuts', run: () => setLegend(true) }]);
  return (
    <LiveSession isDrawn={isDrawn}>
      <ForeignPictureRules>
        <CountedNews isDrawn={isDrawn}>{frame}</CountedNews>
      </ForeignPictureRules>
      {legend && (
        <Suspense>
          <ShortcutLegend onClose={() => setLegend(false)} />
        </Suspense>
      )}
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

/** New accounts are asked to confirm their address, where the upstream sends mail. */
function MustVerify() {
  const isAsked = useAppSelector(({ auth }) => auth.user?.emailVerified === false);
  const canVerify = useCapability('email.verify');
  return (
    isAsked &&
    canVerify && (
      <Suspense>
        <VerifyBanner />
      </Suspense>
    )
  );
}

/** A moderator's warning, until the user has confirmed that they have read it. */
function MustReadWarning() {
  const warning = useAppSelector(({ auth }) => auth.user?.warning);
  return (
    warning && (
      <Suspense>
        <WarningBanner key={warning._id} warning={warning} />
      </Suspense>
    )
  );
}

function Main() {
  return (
    <div className="flex min-w-0 flex-1 flex-col" data-column>
      <Banners />
      <LivePaused />
      <MustVerify />
      <MustReadWarning />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}

/** One element, so that a change of the shell itself does not draw the frame again. */
const frame = <Frame />;

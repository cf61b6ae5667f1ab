import '#client/styles/more-letters.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { listenForShortcuts, useShortcuts } from '#client/dom/shortcuts.ts';
import { useIsWide } from '#client/dom/use-media-query.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { Banners } from './banners.tsx';
import { LivePaused } from './live-paused.tsx';
import { LiveSession } from './live-session.tsx';
import { Dock, TopBar } from './narrow-bars.tsx';
import { Sidebar } from './sidebar.tsx';
import { useGoToShortcuts } from './use-go-to-shortcuts.ts';
import { useReturnToPlace } from './use-return-to-place.ts';

const ShortcutLegend = lazy(() => import('./shortcut-legend.tsx').then((m) => ({ default: m.ShortcutLegend })));

/** The frame around the screens of a signed-in user. */
export function Shell() {
  useEffect(() => listenForShortcuts(), []);
  useGoToShortcuts();
  useReturnToPlace();
  useReceivedQuery(undefined, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  const [legend, setLegend] = useState(false);
  useShortcuts([{ keys: '?', label: 'Keyboard shortcuts', run: () => setLegend(true) }]);
  return (
    <LiveSession>
      <Frame />
      {legend && (
        <Suspense>
          <ShortcutLegend onClose={() => setLegend(false)} />
        </Suspense>
      )}
    </LiveSession>
  );
}

/** Main stays at the same place of the tree in both layouts: resizing the window must not unmount the screen. */
function Frame() {
  const isWide = useIsWide();
  return (
    <div
      className={
        isWide
          ? 'grid min-h-dvh grid-cols-[15rem_minmax(0,1fr)]'
          : 'flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))]'
      }
    >
      {isWide ? <Sidebar /> : <TopBar />}
      <Main />
      {!isWide && <Dock />}
    </div>
  );
}

function Main() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <Banners />
      <LivePaused />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}

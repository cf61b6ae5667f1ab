import '#client/styles/more-letters.css';
import {
  Compass,
  FolderKanban,
  Keyboard,
  LogOut,
  type LucideIcon,
  Search,
  Settings,
  User as UserIcon,
  UserPlus,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { NavLink, Outlet, useNavigate } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { listenForShortcuts, openLegend, useShortcuts } from '#client/dom/shortcuts.ts';
import { useNewsCount } from '#client/store/api/news-count.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { useLogOut } from '#client/store/api/use-log-out.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { copy } from '#client/text/copy.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { CornerCount, Count, type Counted } from '#client/ui/count.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import { UnsentDialog } from '#client/ui/unsent-dialog.tsx';
import { to } from '#shared/routes.ts';
import { Banners } from './banners.tsx';
import { LivePaused } from './live-paused.tsx';
import { LiveSession } from './live-session.tsx';
import { Notifications } from './notifications.tsx';
import { preloadPath } from './screens.ts';
import { useReturnToPlace } from './use-return-to-place.ts';

const ShortcutLegend = lazy(() => import('./shortcut-legend.tsx').then((m) => ({ default: m.ShortcutLegend })));

/** The frame of a signed-in user: sidebar from 1024 px, top bar and dock below. Only one of the two is rendered. */
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

/** What stands under the navigation lines up with it: its links have no border. */
const tool = 'justify-start gap-3 border-0 px-3 text-base font-medium';

interface Item {
  label: string;
  href: string;
  icon: LucideIcon;
}

const feed: Item = { label: 'Feed', href: to.feed(), icon: Compass };
const search: Item = { label: 'Search', href: to.search(), icon: Search };
const connections: Item = { label: 'Connections', href: to.connection(), icon: Users };
const requests: Item = { label: 'Requests', href: to.requests(), icon: UserPlus };
const projects: Item = { label: 'Projects', href: to.projects(), icon: FolderKanban };
const profile: Item = { label: 'Profile', href: to.profile(), icon: UserIcon };
const settings: Item = { label: 'Settings', href: to.setting(), icon: Settings };

/** The screen keeps its place in the tree when a window grows or a tablet is turned: what was typed there stays. */
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

function Sidebar() {
  return (
    <header className="sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto border-e border-base-300 bg-base-100 p-4">
      <div className="flex shrink-0 items-center justify-between gap-2">
        <Wordmark className="px-3" />
        <Notifications />
      </div>
      <nav aria-label="Main" className="mt-4 flex flex-col gap-1">
        {[feed, search, connections, requests, projects, profile, settings].map((item) => (
          <SidebarLink key={item.href} item={item} />
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-1 pt-4">
        <ThemeSwitch className={tool} />
        <button type="button" className={`btn btn-ghost ${tool}`} onClick={openLegend}>
          <Keyboard size={20} strokeWidth={1.75} aria-hidden="true" />
          Shortcuts
        </button>
        <LogOutButton />
        <SignedInAs />
      </div>
    </header>
  );
}

function TopBar() {
  return (
    <header className="sticky top-0 z-20 flex items-center gap-1 border-b border-base-300 bg-base-100 px-4 py-1">
      <Wordmark className="-ms-2 px-2" />
      {/* The icons, not their room, end where the screen's content does. */}
      <div className="ms-auto -me-3 flex shrink-0">
        <Notifications />
        <TopBarLink item={requests} />
        <TopBarLink item={settings} />
      </div>
    </header>
  );
}

function Dock() {
  return (
    <nav
      aria-label="Main"
      className="dock dock-sm z-20 border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)]"
      data-dock
    >
      {[feed, search, projects, { ...connections, label: 'Network' }, profile].map((item) => (
        <DockLink key={item.href} item={item} />
      ))}
    </nav>
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

function Wordmark({ className }: { className: string }) {
  return (
    <NavLink
      to={to.feed()}
      className={`min-w-0 truncate rounded-field py-2 font-mono text-h3 font-bold ${className}`}
      aria-label="Dot.Code, feed"
    >
      Dot<span className="text-primary">.Code</span>
    </NavLink>
  );
}

function SidebarLink({ item: { label, href, icon: Icon } }: { item: Item }) {
  const badge = useBadge(href);
  return (
    <NavLink
      to={href}
      end={href === to.profile()}
      {...preloading(href)}
      className={({ isActive }) =>
        classNames(
          'flex min-h-10 items-center gap-3 rounded-field px-3 font-medium pointer-coarse:min-h-11',
          isActive ? 'bg-base-200 text-primary' : 'text-base-content hover:bg-base-200',
        )
      }
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
      {badge.count > 0 && <Count {...badge} className="ms-auto" />}
    </NavLink>
  );
}

function TopBarLink({ item: { label, href, icon: Icon } }: { item: Item }) {
  const { count, word } = useBadge(href);
  return (
    <NavLink
      to={href}
      {...preloading(href)}
      aria-label={count > 0 ? `${label}, ${count} ${word}` : label}
      className={({ isActive }) => classNames('btn btn-ghost relative size-[44px] p-0', isActive && 'text-primary')}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {count > 0 && <CornerCount count={count} />}
    </NavLink>
  );
}

function DockLink({ item: { label, href, icon: Icon } }: { item: Item }) {
  const { count, word } = useBadge(href);
  return (
    <NavLink
      to={href}
      end
      {...preloading(href)}
      className={({ isActive }) => (isActive ? 'dock-active text-primary' : 'text-muted')}
    >
      <span className="relative">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        {count > 0 && (
          <Count count={count} word={word} className="corner-count absolute start-[10px] -top-2 px-[6px]" />
        )}
      </span>
      <span className="dock-label">{label}</span>
    </NavLink>
  );
}

function SignedInAs() {
  const user = useOwnUser();
  return (
    <div className="mt-2 flex items-center gap-3 border-t border-base-300 px-3 pt-4">
      <Avatar person={user} size={32} />
      <span className="truncate text-small" dir="auto">
        {user.firstName} {user.lastName}
      </span>
    </div>
  );
}

function LogOutButton() {
  const { logOut, hasUnsent } = useLogOut();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`btn btn-ghost ${tool}`}
        onClick={() => (hasUnsent() ? setAsking(true) : void logOut())}
      >
        <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
        {copy.logOut}
      </button>
      {asking && <UnsentDialog onStay={() => setAsking(false)} onLeave={() => void logOut()} />}
    </>
  );
}

/** Requests that wait for an answer; unread messages where the conversations are listed. */
function useBadge(href: string): Counted {
  const { requests: waiting, unread } = useNewsCount();
  if (href === to.requests()) return { count: waiting, word: 'waiting' };
  if (href === to.connection()) return { count: unread, word: unread === 1 ? 'unread message' : 'unread messages' };
  return { count: 0, word: '' };
}

/** A screen's code is fetched while the pointer or the focus is still on its link. */
function preloading(href: string) {
  const preload = () => void preloadPath(href);
  return { onPointerEnter: preload, onFocus: preload };
}

function useGoToShortcuts() {
  const navigate = useNavigate();
  const go = (keys: string, { label, href }: Item) => ({
    keys,
    label: `Go to ${label}`,
    run: () => void navigate(href),
  });
  useShortcuts([
    go('g f', feed),
    go('g c', connections),
    go('g r', requests),
    go('g p', projects),
    go('g s', settings),
    go('/', search),
  ]);
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia('(width >= 64rem)');
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia('(width >= 64rem)').matches,
  );
}

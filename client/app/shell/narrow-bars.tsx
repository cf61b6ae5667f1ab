import { NavLink, useLocation } from 'react-router-dom';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useRootMark } from '#client/lib/dom/window-state.ts';
import { CornerCount, Count } from '#client/ui/count.tsx';
import './dock.css';

import { dockItems, isWithin, type NavItem, preloading, topBarItems, useBadge } from './nav-items.ts';
import { HomeLink, KeptAge, PaletteIcon } from './sidebar.tsx';

/** The bar at the top of windows below 1024 px. */
export function TopBar() {
  return (
    <header
      data-top-bar
      className="sticky top-0 z-20 flex items-center gap-1 border-b border-base-300 bg-base-100 px-4 py-1 print:hidden"
    >
      <div className="@container -ms-2 flex min-w-0 flex-1">
        <HomeLink className="px-2" />
      </div>
      <KeptAge className="min-w-0 truncate" />
      {/* The negative margin lines the last icon, not its padding, up with the content below. */}
      <div className="-me-3 flex shrink-0">
        <PaletteIcon />
        <NotificationBell />
        {topBarItems.map((item) => (
          <TopBarLink key={item.href} item={item} />
        ))}
      </div>
    </header>
  );
}

/** The navigation at the bottom of windows below 1024 px. */
export function Dock() {
  useRootMark('docked');
  return (
    <nav
      aria-label="Main"
      className="dock z-20 border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)] print:hidden"
      data-dock
    >
      {dockItems.map((item) => (
        <DockLink key={item.href} item={item} />
      ))}
    </nav>
  );
}

function TopBarLink({ item: { label, href, icon: Icon } }: { item: NavItem }) {
  const { count, word } = useBadge(href);
  return (
    <NavLink
      to={href}
      {...preloading(href)}
      aria-label={count > 0 ? `${label}, ${count} ${word}` : label}
      className={({ isActive }) =>
        classNames('btn btn-ghost relative size-[44px] p-0', isActive && 'bg-tint text-primary')
      }
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {count > 0 && <CornerCount count={count} />}
    </NavLink>
  );
}

function DockLink({ item: { label, href, icon: Icon } }: { item: NavItem }) {
  const { count, word } = useBadge(href);
  const { pathname } = useLocation();
  return (
    <NavLink
      to={href}
      end
      {...preloading(href)}
      className={({ isActive }) => (isActive || isWithin(href, pathname) ? 'dock-active text-primary' : 'text-muted')}
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

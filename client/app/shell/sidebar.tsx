import { NavLink, useLocation } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { useOwnUser } from '#client/store/hooks.ts';
import { Count } from '#client/ui/count.tsx';
import { to } from '#shared/routes.ts';
import { AccountMenu } from './account-menu.tsx';
import { HomeLink } from './home-link.tsx';
import { KeptAge } from './kept-age.tsx';
import { isWithin, moderation, type NavItem, preloading, sidebarItems, useBadge } from './nav-items.ts';
import { PaletteButton } from './palette-button.tsx';

/** The navigation of windows from 1024 px on. */
export function Sidebar() {
  const { role } = useOwnUser();
  return (
    <header className="sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto border-e border-base-300 bg-base-200 p-4 print:hidden">
      <div className="flex shrink-0 items-center justify-between gap-2">
        <HomeLink className="px-3" />
        <NotificationBell />
      </div>
      <PaletteButton />
      <nav aria-label="Main" className="mt-2 flex flex-col gap-1">
        {sidebarItems.map((item) => (
          <SidebarLink key={item.href} item={item} />
        ))}
        {role === 'moderator' && <SidebarLink item={moderation} />}
      </nav>
      <div className="mt-auto flex flex-col gap-1 pt-4">
        <KeptAge className="px-3 pb-1" />
        <AccountMenu />
      </div>
    </header>
  );
}

function SidebarLink({ item: { label, href, icon: Icon } }: { item: NavItem }) {
  const badge = useBadge(href);
  const { pathname } = useLocation();
  return (
    <NavLink
      to={href}
      end={href === to.profile()}
      {...preloading(href)}
      className={({ isActive }) =>
        classNames(
          'flex min-h-10 items-center gap-3 rounded-field px-3 font-medium pointer-coarse:min-h-11',
          isActive || isWithin(href, pathname) ? 'bg-tint text-primary' : 'text-base-content hover:bg-base-content/6',
        )
      }
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>{label}</span>
      {badge.count > 0 && <Count {...badge} className="ms-auto" />}
    </NavLink>
  );
}

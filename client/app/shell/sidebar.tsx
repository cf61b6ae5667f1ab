import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { openLegend } from '#client/dom/focus/shortcuts.ts';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { useOwnUser } from '#client/store/hooks.ts';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Count } from '#client/ui/count.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { to } from '#shared/routes.ts';
import { HomeLink } from './home-link.tsx';
import { moderation, type NavItem, preloading, sidebarItems, useBadge } from './nav-items.ts';

/** The navigation of windows from 1024 px on. */
export function Sidebar() {
  const { role } = useOwnUser();
  return (
    <header className="sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto border-e border-base-300 bg-base-100 p-4 print:hidden">
      <div className="flex shrink-0 items-center justify-between gap-2">
        <HomeLink className="px-3" />
        <NotificationBell />
      </div>
      <nav aria-label="Main" className="mt-4 flex flex-col gap-1">
        {sidebarItems.map((item) => (
          <SidebarLink key={item.href} item={item} />
        ))}
        {role === 'moderator' && <SidebarLink item={moderation} />}
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

/** No border: the icons of these buttons line up with those of the links above, which have none. */
const tool = 'justify-start gap-3 border-0 px-3 text-base font-medium';

function SidebarLink({ item: { label, href, icon: Icon } }: { item: NavItem }) {
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
        Log out
      </button>
      {asking && <UnsentDialog onStay={() => setAsking(false)} onLeave={() => void logOut()} />}
    </>
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

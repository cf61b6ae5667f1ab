import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import SunMoon from 'lucide-react/icons/sun-moon';
import Search from 'lucide-react/icons/text-search';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { setPreference, usePreferences } from '#client/lib/device/preferences.ts';
import { classNames } from '#client/lib/dom/class-names.ts';
import { ariaKeys, keyCaps, openLegend, openPalette, paletteKeys } from '#client/lib/dom/shortcuts.ts';
import { useOnline } from '#client/lib/dom/window-state.ts';
import { clockTimeOrDate } from '#client/lib/text/time.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { useKeptAge } from '#client/state/kept/use-kept-age.ts';
import { useLogOut } from '#client/state/use-log-out.ts';
import { Count } from '#client/ui/count.tsx';
import { Menu } from '#client/ui/dialog/popover.tsx';
import { UnsentDialog } from '#client/ui/dialog/questions.tsx';
import { nextTheme, themeNames } from '#client/ui/form/switch-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { to } from '#shared/routes.ts';
import { isWithin, moderation, type NavItem, preloading, sidebarItems, useBadge } from './nav-items.ts';

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

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A button with the user's face and name, which opens a menu: theme, shortcuts, logging out. */
export function AccountMenu() {
  const user = useOwnUser();
  const { theme } = usePreferences();
  const { logOut, hasUnsent } = useLogOut();
  const [asking, setAsking] = useState(false);
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <Menu
        label="Account"
        isNamed
        trigger={
          <>
            <Avatar person={user} size={32} />
            <span className="min-w-0 flex-1 truncate text-start text-small" dir="auto">
              <span className="sr-only">Account of</span> {name}
            </span>
            <ChevronsUpDown {...icon} className="shrink-0 text-muted" />
          </>
        }
        className="h-auto w-full justify-start gap-3 border-0 px-3 py-2 font-medium"
        // As wide as the sidebar: a wider list would not fit above the button.
        width="w-52"
        items={[
          {
            label: `Theme: ${themeNames[theme]}`,
            icon: <SunMoon {...icon} />,
            onSelect: () => setPreference('theme', nextTheme[theme]),
          },
          { label: 'Shortcuts', icon: <Keyboard {...icon} />, onSelect: openLegend },
          {
            label: 'Log out',
            icon: <LogOut {...icon} />,
            onSelect: () => (hasUnsent() ? setAsking(true) : void logOut()),
          },
        ]}
      />
      {asking && <UnsentDialog onStay={() => setAsking(false)} onLogOut={() => void logOut()} />}
    </>
  );
}

export function HomeLink({ className }: { className: string }) {
  return (
    <NavLink
      to={to.feed()}
      className={`min-w-0 truncate rounded-field py-2 font-mono text-h3 font-bold ${className}`}
      aria-label="Dot.Code, feed"
    >
      {/* Where the bar of a phone has no room for the whole word. */}
      <span className="@max-[6rem]:hidden">Dot</span>
      <span className="text-primary">.Code</span>
    </NavLink>
  );
}

/** Says how old the screen's content is, while it shows a copy that this browser has kept. */
export function KeptAge({ className = '' }: { className?: string }) {
  const at = useKeptAge();
  const online = useOnline();
  // Offline, the banner says it. Its place is kept, so that nothing moves when it comes and goes.
  const isShown = at !== undefined && online;
  return (
    <p className={`min-h-6 text-muted text-small ${className}`}>
      {isShown && `From ${clockTimeOrDate(new Date(at).toISOString())}`}
    </p>
  );
}

const name = 'Find anything';

/** Opens the palette from the sidebar: a button in the shape of a field, with its keys. */
export function PaletteButton() {
  const { shortcuts } = usePreferences();
  return (
    <button
      type="button"
      className="mt-3 flex min-h-10 shrink-0 items-center gap-3 rounded-field border border-outline bg-base-100 px-3 text-start text-muted text-small hover:bg-base-content/6 pointer-coarse:min-h-11"
      aria-keyshortcuts={shortcuts ? ariaKeys(paletteKeys) : undefined}
      onClick={openPalette}
    >
      <Search size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {shortcuts && (
        <span aria-hidden="true" className="shrink-0 pointer-coarse:hidden">
          <kbd className="font-mono text-micro">{keyCaps(paletteKeys).join(' ')}</kbd>
        </span>
      )}
    </button>
  );
}

/** The same in the bar at the top of narrow windows. */
export function PaletteIcon() {
  return (
    <button type="button" className="btn btn-ghost size-[44px] p-0" aria-label={name} onClick={openPalette}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

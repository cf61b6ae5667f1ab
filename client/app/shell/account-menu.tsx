import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import SunMoon from 'lucide-react/icons/sun-moon';
import { useState } from 'react';
import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { openLegend } from '#client/dom/focus/shortcuts.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Menu } from '#client/ui/dialog/menu.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { nextTheme, themeNames } from '#client/ui/form/themes.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';

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

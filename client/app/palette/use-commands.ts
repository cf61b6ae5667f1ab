import Command from 'lucide-react/icons/command';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import SquarePlus from 'lucide-react/icons/square-plus';
import SunMoon from 'lucide-react/icons/sun-moon';
import UserPen from 'lucide-react/icons/user-pen';
import { useState } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { setPreference, usePreferences } from '#client/lib/device/preferences.ts';
import { commandsNow, legendKeys, openLegend, paletteKeys, runShortcut } from '#client/lib/dom/shortcuts.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { themeNames } from '#client/ui/form/switch-field.tsx';
import { to } from '#shared/routes.ts';
import { moderation, type NavItem, notifications, sidebarItems } from '../shell/nav-items.ts';
import type { Entry } from './entries.ts';
import { searchable } from './rank.ts';

export interface Commands {
  screens: Entry[];
  /** The shortcuts of the screen behind the palette. */
  here: Entry[];
  actions: Entry[];
}

const editProfile: NavItem = { label: 'Edit profile', href: to.editProfile(), icon: UserPen };

/** The screens, and what can be done. A command of the list of shortcuts has its keys. */
export function useCommands(onLogOut: () => void): Commands {
  const { role } = useOwnUser();
  const { theme, shortcuts: hasKeys } = usePreferences();
  const storesNotifications = useCapability('notifications');
  // As they were when the palette was opened: an open dialog registers nothing.
  const [shortcuts] = useState(commandsNow);

  const labelOf = ({ label }: NavItem) => `Go to ${label}`;
  const keysOf = (label: string) =>
    hasKeys ? shortcuts.find((shortcut) => shortcut.label === label)?.keys : undefined;
  const items = [
    ...sidebarItems,
    ...(storesNotifications ? [notifications] : []),
    editProfile,
    ...(role === 'moderator' ? [moderation] : []),
  ];
  const isElsewhere = new Set([legendKeys, paletteKeys, ...items.map((item) => keysOf(labelOf(item)) ?? '')]);
  const themes = (['system', 'light', 'dark'] as const).filter((each) => each !== theme);
  return {
    screens: items.map((item) => ({
      ...command(item.label, item.icon, 'go to open screen', { href: item.href }),
      keys: keysOf(labelOf(item)),
    })),
    here: shortcuts
      .filter(({ keys, label }) => !isElsewhere.has(keys) && !label.startsWith('Go to '))
      .map((shortcut) => ({
        ...command(shortcut.label, Command, '', { run: () => runShortcut(shortcut) }),
        keys: hasKeys ? shortcut.keys : undefined,
      })),
    actions: [
      command('Create a project', SquarePlus, 'new add', { href: to.createProject() }),
      ...themes.map((each) =>
        command(`Theme: ${themeNames[each]}`, SunMoon, 'toggle change appearance mode', {
          run: () => setPreference('theme', each),
        }),
      ),
      {
        ...command('Keyboard shortcuts', Keyboard, 'keys help list', { run: openLegend }),
        keys: hasKeys ? legendKeys : undefined,
      },
      command('Log out', LogOut, 'sign out leave logout', { ask: onLogOut }),
    ],
  };
}

function command(name: string, icon: NavItem['icon'], more: string, does: Entry['does']): Entry {
  return { id: `command ${name}`, name, text: searchable(name, more), face: { icon }, does };
}

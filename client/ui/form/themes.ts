import type { Preferences } from '#client/device/preferences.ts';

type Theme = Preferences['theme'];

export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>;

/** The theme that a press of the switch leads to. */
export const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

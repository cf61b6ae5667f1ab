import { type ReactNode, useId } from 'react';
import { type Preferences, setPreference, usePreferences } from '#client/lib/device/preferences.ts';

interface Props {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ label, hint, checked, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-small">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        className="toggle toggle-primary shrink-0"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

/** A button that cycles through System, Light and Dark. Its icon is inline, because the landing page loads no icon set. */
export function ThemeSwitch() {
  const { theme } = usePreferences();
  return (
    <button
      type="button"
      className="btn btn-ghost -me-4"
      aria-label={`Theme: ${themeNames[theme]}. Switch to ${themeNames[nextTheme[theme]]}`}
      onClick={() => setPreference('theme', nextTheme[theme])}
    >
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <circle cx="10" cy="10" r="6.5" />
        {theme !== 'light' && (
          <path
            d={theme === 'dark' ? 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z' : 'M10 3.5a6.5 6.5 0 0 1 0 13z'}
            fill="currentColor"
          />
        )}
      </svg>
      {/* The same width for every name, because a pre-rendered page says System until React hydrates it. */}
      <span className="min-w-13 text-start">{themeNames[theme]}</span>
    </button>
  );
}

type Theme = Preferences['theme'];

export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>;

/** The theme that a press of the switch leads to. */
export const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

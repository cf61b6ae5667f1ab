import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { SettingChoice, SettingsCard } from './settings-card.tsx';

export function AppearanceSection() {
  const { theme, density } = usePreferences();
  return (
    <>
      <SettingsCard title="Theme">
        <SettingChoice
          legend="Colours"
          name="theme"
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={theme}
          onChange={(value) => setPreference('theme', value)}
        />
        <p className="text-muted text-small">It changes at once, here and in your other tabs.</p>
      </SettingsCard>
      <SettingsCard title="Density">
        <SettingChoice
          legend="Room between things"
          name="density"
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          value={density}
          onChange={(value) => setPreference('density', value)}
        />
        <p className="text-muted text-small">On a touch screen everything keeps its size, for your fingers.</p>
      </SettingsCard>
    </>
  );
}

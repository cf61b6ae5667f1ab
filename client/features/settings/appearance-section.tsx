import { PreferenceChoice, SettingsCard } from './settings-card.tsx';

export function AppearanceSection() {
  return (
    <>
      <SettingsCard title="Theme">
        <PreferenceChoice
          legend="Colours"
          name="theme"
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <p className="text-muted text-small">It changes at once, here and in your other tabs.</p>
      </SettingsCard>
      <SettingsCard title="Density">
        <PreferenceChoice
          legend="Room between things"
          name="density"
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
        <p className="text-muted text-small">On a touch screen everything keeps its size, for your fingers.</p>
      </SettingsCard>
    </>
  );
}

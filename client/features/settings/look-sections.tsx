import { setPreference, usePreferences } from '#client/lib/device/preferences.ts';
import { openLegend } from '#client/lib/dom/shortcuts.ts';
import { Button } from '#client/ui/button.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { PreferenceChoice, PreferenceSwitch, SettingsCard } from './settings-card.tsx';

export function AppearanceSection() {
  return (
    <>
      <SettingsCard title="Theme">
        <PreferenceChoice legend="Colours" name="theme" options={{ system: 'System', light: 'Light', dark: 'Dark' }} />
        <p className="text-muted text-small">It changes at once, here and in your other tabs.</p>
      </SettingsCard>
      <SettingsCard title="Density">
        <PreferenceChoice
          legend="Room between things"
          name="density"
          options={{ comfortable: 'Comfortable', compact: 'Compact' }}
        />
        <p className="text-muted text-small">On a touch screen everything keeps its size, for your fingers.</p>
      </SettingsCard>
    </>
  );
}

export function AccessibilitySection() {
  const { links, text } = usePreferences();
  return (
    <>
      <SettingsCard title="Seeing">
        <PreferenceChoice legend="Motion" name="motion" options={{ system: 'As the system says', reduce: 'Reduce' }} />
        <SwitchField
          label="Larger text"
          hint="Everything at 112 %."
          checked={text === 'larger'}
          onChange={(on) => setPreference('text', on ? 'larger' : 'normal')}
        />
        <SwitchField
          label="Underline links"
          checked={links === 'underline'}
          onChange={(on) => setPreference('links', on ? 'underline' : 'normal')}
        />
      </SettingsCard>
      <SettingsCard title="Keyboard">
        <PreferenceSwitch
          name="shortcuts"
          label="Keyboard shortcuts"
          hint="One switch for all of them. Press ? to see the list."
        />
        <div>
          <Button onClick={openLegend}>See all shortcuts</Button>
        </div>
        <PreferenceSwitch
          name="enterSends"
          label="Enter sends a message"
          hint="Off: Enter begins a new line, and Ctrl or Cmd with Enter sends. On touch, Enter always begins a new line."
        />
      </SettingsCard>
    </>
  );
}

import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { openLegend } from '#client/dom/shortcuts.ts';
import { Button } from '#client/ui/button.tsx';
import { SettingChoice, SettingSwitch, SettingsCard } from './settings-card.tsx';

export function AccessibilitySection() {
  const { motion, shortcuts, links, text, enterSends } = usePreferences();
  return (
    <>
      <SettingsCard title="Seeing">
        <SettingChoice
          legend="Motion"
          name="motion"
          options={[
            { value: 'system', label: 'As the system says' },
            { value: 'reduce', label: 'Reduce' },
          ]}
          value={motion}
          onChange={(value) => setPreference('motion', value)}
        />
        <SettingSwitch
          label="Larger text"
          hint="Everything at 112 %."
          checked={text === 'larger'}
          onChange={(on) => setPreference('text', on ? 'larger' : 'normal')}
        />
        <SettingSwitch
          label="Underline links"
          checked={links === 'underline'}
          onChange={(on) => setPreference('links', on ? 'underline' : 'normal')}
        />
      </SettingsCard>
      <SettingsCard title="Keyboard">
        <SettingSwitch
          label="Keyboard shortcuts"
          hint="One switch for all of them. Press ? to see the list."
          checked={shortcuts}
          onChange={(on) => setPreference('shortcuts', on)}
        />
        <div>
          <Button onClick={openLegend}>See all shortcuts</Button>
        </div>
        <SettingSwitch
          label="Enter sends a message"
          hint="Off: Enter begins a new line, and Ctrl or Cmd with Enter sends."
          checked={enterSends}
          onChange={(on) => setPreference('enterSends', on)}
        />
      </SettingsCard>
    </>
  );
}

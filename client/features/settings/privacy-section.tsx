import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { SettingSwitch, SettingsCard } from './settings-card.tsx';

/** What others learn from this device while a chat is open. */
export function PrivacySection() {
  const { sendTyping, seeTyping, receipts, presence } = usePreferences();
  return (
    <SettingsCard title="In chats">
      <SettingSwitch
        label="Show others when I am typing"
        checked={sendTyping}
        onChange={(on) => setPreference('sendTyping', on)}
      />
      <SettingSwitch
        label="Show me when others are typing"
        checked={seeTyping}
        onChange={(on) => setPreference('seeTyping', on)}
      />
      <SettingSwitch
        label="Read receipts"
        hint="Both ways: without them you do not see others' either. Unread counts work all the same."
        checked={receipts}
        onChange={(on) => setPreference('receipts', on)}
      />
      <SettingSwitch label="Show who is online" checked={presence} onChange={(on) => setPreference('presence', on)} />
    </SettingsCard>
  );
}

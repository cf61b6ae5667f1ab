import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

/** Choices about what other people learn from this device while a chat is open. */
export function PrivacySection() {
  return (
    <SettingsCard title="In chats">
      <PreferenceSwitch name="sendTyping" label="Show others when I am typing" />
      <PreferenceSwitch name="seeTyping" label="Show me when others are typing" />
      <PreferenceSwitch
        name="receipts"
        label="Read receipts"
        hint="Both ways: without them you do not see others' either. Unread counts work all the same."
      />
      <PreferenceSwitch name="presence" label="Show who is online" />
    </SettingsCard>
  );
}

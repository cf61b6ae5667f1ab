import { useCapability } from '#client/store/api/capabilities.ts';
import { PublicProfile } from './public-profile.tsx';
import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

/** Who sees the profile, and what other people learn from this device while a chat is open. */
export function PrivacySection() {
  const canBePublic = useCapability('public.pages');
  const hasChat = useCapability('chat.live');
  return (
    <>
      {canBePublic && <PublicProfile />}
      {(hasChat || !canBePublic) && <InChats />}
    </>
  );
}

function InChats() {
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

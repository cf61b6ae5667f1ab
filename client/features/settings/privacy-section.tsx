import { useCapability } from '#client/store/api/capabilities.ts';
import { BlockedPeople } from './blocked-people.tsx';
import { MutedInAccount } from './muted-people.tsx';
import { PublicProfile } from './public-profile.tsx';
import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

export function PrivacySection() {
  const canBePublic = useCapability('public.pages');
  const hasChoices = useCapability('chat.live');
  const canBlock = useCapability('safety.block');
  const canMute = useCapability('safety.mute');
  return (
    <>
      {canBePublic && <PublicProfile />}
      {hasChoices && <InChats />}
      {canBlock && <BlockedPeople />}
      {canMute && <MutedInAccount />}
    </>
  );
}

/** Choices about what other people learn from this device while a chat is open. */
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

import { useCapability } from '#client/store/api/capabilities.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { BlockedPeople } from './blocked-people.tsx';
import { MutedInAccount } from './muted-people.tsx';
import { OwnReports } from './own-reports.tsx';
import { AccountPrivacy } from './privacy/account-privacy.tsx';
import { PublicProfile } from './public-profile.tsx';
import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

export function PrivacySection() {
  const canBePublic = useCapability('public.pages');
  const { chatChoices } = useStandIns();
  const canBlock = useCapability('safety.block');
  const canMute = useCapability('safety.mute');
  const canReport = useCapability('safety.report');
  return (
    <>
      {canBePublic && <PublicProfile />}
      {chatChoices === 'in the account' && <AccountPrivacy />}
      {chatChoices === 'on this device' && <InChats />}
      {canBlock && <BlockedPeople />}
      {canMute && <MutedInAccount />}
      {canReport && <OwnReports />}
    </>
  );
}

/** Choices about what other people learn from this device while a chat is open, where the account keeps none. */
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

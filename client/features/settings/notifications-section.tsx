import { useCapability } from '#client/store/api/capabilities.ts';
import { AccountNotices } from './notify/account-notices.tsx';
import { PushSwitch } from './push/push-switch.tsx';
import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

export function NotificationsSection() {
  const keepsChoices = useCapability('preferences');
  return (
    <>
      {keepsChoices && <AccountNotices />}
      <OnThisDevice />
    </>
  );
}

function OnThisDevice() {
  const hasPush = useCapability('push');
  return (
    <SettingsCard title="On this device">
      <PreferenceSwitch
        name="titleCount"
        label="Count in the title"
        hint="“(3)” in front of the tab's title: everything that waits for you, each counted once."
      />
      {hasPush && <PushSwitch />}
    </SettingsCard>
  );
}

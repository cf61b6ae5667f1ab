import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { PreferenceSwitch, SettingsCard } from './settings-card.tsx';

const PushSwitch = lazyPart(async () => (await import('./push/push-switch.tsx')).PushSwitch);
const AccountNotices = lazyPart(async () => (await import('./notify/account-notices.tsx')).AccountNotices);

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

import { useState } from 'react';
import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
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

/** The browser is asked for permission only when the switch is turned on. */
function OnThisDevice() {
  const { desktop } = usePreferences();
  const hasPush = useCapability('push');
  const [refused, setRefused] = useState(false);
  const canNotify = typeof Notification !== 'undefined';
  const allowed = canNotify && Notification.permission === 'granted';

  const switchDesktop = async (on: boolean) => {
    if (!on) return setPreference('desktop', false);
    const permission = allowed ? 'granted' : await Notification.requestPermission();
    setRefused(permission !== 'granted');
    setPreference('desktop', permission === 'granted');
  };
  return (
    <SettingsCard title="On this device">
      <PreferenceSwitch
        name="titleCount"
        label="Count in the title"
        hint="“(3)” in front of the tab's title: everything that waits for you, each counted once."
      />
      <PreferenceSwitch name="sound" label="Sound" hint="A short tone when a message arrives in a background tab." />
      {hasPush && <PushSwitch />}
      {canNotify && (
        <SwitchField
          label="Desktop notifications"
          hint="Your browser will ask. Only while DotCode is open in a tab."
          checked={desktop && allowed}
          onChange={(on) => void switchDesktop(on)}
        />
      )}
      {refused && (
        <ErrorLine>Your browser does not allow it. Change that in the browser's settings for this site.</ErrorLine>
      )}
    </SettingsCard>
  );
}

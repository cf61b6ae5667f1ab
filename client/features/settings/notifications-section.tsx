import { useState } from 'react';
import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { SettingSwitch, SettingsCard } from './settings-card.tsx';

/** The browser is asked for permission only when the switch is turned on. */
export function NotificationsSection() {
  const { sound, titleCount, desktop } = usePreferences();
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
    <SettingsCard title="News">
      <SettingSwitch
        label="Count in the title"
        hint="“(3)” in front of the tab's title: everything that waits for you, each counted once."
        checked={titleCount}
        onChange={(on) => setPreference('titleCount', on)}
      />
      <SettingSwitch
        label="Sound"
        hint="A short tone when a message arrives in a background tab."
        checked={sound}
        onChange={(on) => setPreference('sound', on)}
      />
      {canNotify && (
        <SettingSwitch
          label="Desktop notifications"
          hint="Your browser will ask. Only while DotCode is open in a tab."
          checked={desktop && allowed}
          onChange={(on) => void switchDesktop(on)}
        />
      )}
      {refused && (
        <p role="alert" className="text-error text-small">
          Your browser does not allow it. Change that in the browser's settings for this site.
        </p>
      )}
    </SettingsCard>
  );
}

import { useState } from 'react';
import { unmute, useMuted } from '#client/device/muted.ts';
import { clearUser } from '#client/device/user-storage.ts';
import { announce } from '#client/dom/focus/announce.ts';
import { focusBeside } from '#client/dom/focus/focus-beside.ts';
import { toast } from '#client/dom/toast.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/clear-device-dialog.tsx';
import { DeleteAccount } from './account/delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { SettingsCard } from './settings-card.tsx';

export function DataSection() {
  const canDelete = useCapability('account');
  const known = useCapabilitiesKnown();
  const mutesInAccount = useCapability('safety.mute');
  return (
    <>
      <DownloadData />
      <a href="/privacy" className="link text-small">
        What this site stores
      </a>
      {known && !mutesInAccount && <MutedPeople />}
      <ClearDevice />
      {canDelete && <DeleteAccount />}
      {known && !canDelete && (
        <SettingsCard title="Delete my account">
          <p className="text-muted">
            This service has no way to delete an account by itself. Ask whoever runs it; your download above is yours in
            any case.
          </p>
        </SettingsCard>
      )}
    </>
  );
}

function MutedPeople() {
  const own = useOwnUser();
  const muted = useMuted(own._id);
  return (
    <SettingsCard title="Muted people">
      {muted.length === 0 ? (
        <p className="text-muted">Nobody. You can mute a person from their profile; it holds on this device only.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-base-300">
          {muted.map((person) => (
            <li key={person._id} className="flex items-center justify-between gap-3 py-2">
              <span dir="auto" className="wrap-anywhere">
                {person.name}
              </span>
              <Button
                aria-label={`Unmute ${person.name}`}
                onClick={(event) => {
                  focusBeside(event.currentTarget.closest('li'));
                  unmute(own._id, person._id);
                  announce(`${person.name} is no longer muted`);
                }}
              >
                Unmute
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function ClearDevice() {
  const own = useOwnUser();
  const mutesInAccount = useCapability('safety.mute');
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title="Clear this device">
      <p className="text-muted">
        Forgets what only this browser knows: drafts, private notes, recent searches,
        {mutesInAccount ? '' : ' muted people,'} unsent messages.
      </p>
      <div>
        <Button onClick={() => setAsking(true)}>Clear this device</Button>
      </div>
      {asking && (
        <ClearDeviceDialog
          onKeep={() => setAsking(false)}
          onClear={() => {
            clearUser(own._id);
            setAsking(false);
            toast.success('This device is cleared');
          }}
        />
      )}
    </SettingsCard>
  );
}

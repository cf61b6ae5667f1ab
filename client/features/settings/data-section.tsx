import { useState } from 'react';
import { toast } from 'sonner';
import { apiBase } from '#client/api/base-query/base-query.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { setPreference, usePreferences } from '#client/lib/device/preferences.ts';
import { forgetPlaces } from '#client/lib/device/recent-places.ts';
import { clearUser } from '#client/lib/device/user-storage.ts';
import { pageFact } from '#client/lib/dom/page.ts';
import { useAppDispatch, useOwnUser } from '#client/state/hooks.ts';
import { forgetKept } from '#client/state/slices/kept-slice.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/questions.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { apiPaths } from '#shared/paths.ts';
import { DeleteAccount } from './account/delete-account.tsx';
import { SettingsCard } from './settings-card.tsx';

export function DataSection() {
  const isOffered = useCapability('account');
  const hasWayBack = useCapability('account.leaving');
  return (
    <>
      {isOffered && <DownloadData />}
      <a href="/privacy" className="link text-small">
        What this site stores
      </a>
      <KeptHere />
      <ClearDevice />
      {isOffered ? (
        <DeleteAccount canReturn={hasWayBack} />
      ) : (
        <SettingsCard title="Delete my account">
          <p className="text-muted">This service has no way to delete an account by itself. Ask whoever runs it.</p>
        </SettingsCard>
      )}
    </>
  );
}

function DownloadData() {
  return (
    <SettingsCard title="Download my data">
      <p className="text-muted">Everything that is stored about you, as one JSON file.</p>
      <div>
        <a href={apiBase() + apiPaths.profileExport} download className="btn btn-outline">
          Download my data
        </a>
      </div>
    </SettingsCard>
  );
}

/** Copies of what was seen (client/state/kept). */
function KeptHere() {
  const own = useOwnUser();
  const { keepNothing } = usePreferences();
  const dispatch = useAppDispatch();
  if (pageFact('offline') === 'off') return null;
  return (
    <SettingsCard title="Kept on this device">
      <p className="text-muted">
        What you have seen in the last seven days opens without a network, and faster with one. Logging out removes it.
      </p>
      <SwitchField
        label="Keep nothing here"
        hint="For a device that others use, too."
        checked={keepNothing}
        onChange={(on) => {
          setPreference('keepNothing', on);
          if (!on) return;
          dispatch(forgetKept());
          forgetPlaces(own._id);
        }}
      />
    </SettingsCard>
  );
}

function ClearDevice() {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title="Clear this device">
      <p className="text-muted">
        Forgets what only this browser knows: drafts, what was seen, recent searches, unsent messages.
      </p>
      <div>
        <Button onClick={() => setAsking(true)}>Clear this device</Button>
      </div>
      {asking && (
        <ClearDeviceDialog
          onKeep={() => setAsking(false)}
          onClear={() => {
            clearUser(own._id);
            dispatch(forgetKept());
            setAsking(false);
            toast.success('This device is cleared');
          }}
        />
      )}
    </SettingsCard>
  );
}

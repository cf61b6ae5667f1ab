import { useState } from 'react';
import { toast } from 'sonner';
import { useMuted } from '#client/device/muted.ts';
import { setPreference, usePreferences } from '#client/device/preferences.ts';
import { forgetPlaces } from '#client/device/recent-places.ts';
import { clearUser } from '#client/device/user-storage.ts';
import { announce } from '#client/dom/announce.tsx';
import { focusBeside } from '#client/dom/focus.ts';
import { pageFact } from '#client/dom/page.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { apiBase } from '#client/store/api/base-query/api-base.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useUnmutePersonMutation } from '#client/store/api/safety/mute-api.ts';
import { useStandIns } from '#client/store/api/use-stand-ins.ts';
import { useAppDispatch, useOwnUser } from '#client/store/hooks.ts';
import { forgetKept } from '#client/store/slices/kept-slice.ts';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/questions.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { apiPaths } from '#shared/paths.ts';
import { DeleteAccount } from './account/delete-account.tsx';
import { SettingsCard } from './settings-card.tsx';

export function DataSection() {
  const { deletion, muted } = useStandIns();
  return (
    <>
      <DownloadData />
      <a href="/privacy" className="link text-small">
        What this site stores
      </a>
      {muted === 'on this device' && <MutedPeople />}
      <KeptHere />
      <ClearDevice />
      {(deletion === 'with a way back' || deletion === 'at once') && <DeleteAccount way={deletion} />}
      {deletion === 'by the operator' && (
        <SettingsCard title="Delete my account">
          <p className="text-muted">This service has no way to delete an account by itself. Ask whoever runs it.</p>
        </SettingsCard>
      )}
    </>
  );
}

function DownloadData() {
  const isOffered = useCapability('account');
  if (!isOffered) return null;
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

/** Copies of what was seen: see `store/kept`. */
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

function MutedPeople() {
  const own = useOwnUser();
  const muted = useMuted(own._id);
  const [unmute] = useUnmutePersonMutation();
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
                  void unmute(person._id);
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
  const dispatch = useAppDispatch();
  const { muted } = useStandIns();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title="Clear this device">
      <p className="text-muted">
        {`Forgets what only this browser knows: drafts, what was seen, recent searches,${muted === 'in the account' ? '' : ' muted people,'} unsent messages.`}
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
            // The people whom the account mutes stay muted here.
            dispatch(baseApi.util.invalidateTags(['Muted']));
            setAsking(false);
            toast.success('This device is cleared');
          }}
        />
      )}
    </SettingsCard>
  );
}

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { copy } from '#client/lib/copy.ts';
import { storedNames } from '#client/lib/storage.ts';
import { useCapability } from '#client/store/capabilities.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsCard } from './settings-card.tsx';

export function AccountSection() {
  const hasSessions = useCapability('account');
  return (
    <>
      <ChangePassword />
      {hasSessions && <Sessions />}
      <LeaveThisDevice />
    </>
  );
}

/** Unsent messages stay on the device, but wait until the same person logs in here again: that is said first. */
function LeaveThisDevice() {
  const own = useOwnUser();
  const logOut = useLogOut();
  const [asking, setAsking] = useState(false);
  const hasUnsent = () => storedNames(own._id, 'outbox').length > 0;
  return (
    <SettingsCard title="This device">
      <div>
        <Button onClick={() => (hasUnsent() ? setAsking(true) : void logOut())}>
          <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
          {copy.logOut}
        </Button>
      </div>
      {asking && (
        <Dialog
          title="Some messages are not sent yet"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Stay</Button>
              <Button look="danger" onClick={() => void logOut()}>
                Log out all the same
              </Button>
            </>
          }
        >
          <p>They stay on this device and are sent when you log in here again.</p>
        </Dialog>
      )}
    </SettingsCard>
  );
}

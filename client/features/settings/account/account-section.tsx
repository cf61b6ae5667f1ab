import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { passkeysWorkHere } from '#client/device/passkeys-here.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { History } from './history.tsx';
import { Sessions } from './sessions.tsx';

export function AccountSection() {
  const hasSessions = useCapability('account');
  const hasEmailChange = useCapability('email.change');
  const hasPasskeys = useCapability('passkeys') && passkeysWorkHere();
  const hasHistory = useCapability('account.history');
  return (
    <>
      {hasEmailChange && <ChangeEmail />}
      <ChangePassword />
      {hasPasskeys && <Passkeys />}
      {hasSessions && <Sessions />}
      <LeaveThisDevice />
      {hasHistory && <History />}
    </>
  );
}

function LeaveThisDevice() {
  const { logOut, hasUnsent } = useLogOut();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title="This device">
      <div>
        <Button onClick={() => (hasUnsent() ? setAsking(true) : void logOut())}>
          <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
          Log out
        </Button>
      </div>
      {asking && <UnsentDialog onStay={() => setAsking(false)} onLeave={() => void logOut()} />}
    </SettingsCard>
  );
}

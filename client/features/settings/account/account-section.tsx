import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { passkeysWorkHere } from '#client/device/passkeys-here.ts';
import { lazyPart } from '#client/dom/again/lazy-part.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useLogOut } from '#client/store/use-log-out.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';

// Chunks of their own: they bring dialogs, icons and the code that draws QR codes, and wait for calls anyway.
const History = lazyPart(async () => (await import('./history.tsx')).History);
const Passkeys = lazyPart(async () => (await import('../passkeys/passkeys.tsx')).Passkeys);
const TwoStepLogin = lazyPart(async () => (await import('../totp/two-step-login.tsx')).TwoStepLogin);

export function AccountSection() {
  const hasSessions = useCapability('account');
  const hasEmailChange = useCapability('email.change');
  const hasPasskeys = useCapability('passkeys') && passkeysWorkHere();
  const hasSecondFactor = useCapability('totp');
  const hasHistory = useCapability('account.history');
  return (
    <>
      {hasEmailChange && <ChangeEmail />}
      <ChangePassword />
      {hasPasskeys && (
        <Suspense fallback={<SettingsCard title="Passkeys">{null}</SettingsCard>}>
          <Passkeys />
        </Suspense>
      )}
      {hasSecondFactor && (
        <Suspense fallback={<SettingsCard title="Two-step login">{null}</SettingsCard>}>
          <TwoStepLogin />
        </Suspense>
      )}
      {hasSessions && <Sessions />}
      <LeaveThisDevice />
      {hasHistory && (
        <Suspense fallback={<SettingsCard title="Your account’s history">{null}</SettingsCard>}>
          <History />
        </Suspense>
      )}
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

import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { passkeysWorkHere } from '#client/lib/dom/window-state.ts';
import { useLogOut } from '#client/state/use-log-out.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsentDialog } from '#client/ui/dialog/questions.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { Passkeys, usePasskeysQuery } from '../passkeys.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useSecondFactorQuery } from '../totp-setup.tsx';
import { TwoStepLogin } from '../two-step-login.tsx';
import { useSessionsQuery } from './account-api.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { History } from './history.tsx';
import { Sessions } from './sessions.tsx';

export function AccountSection() {
  const isOffered = useCapability('account');
  const hasEmailChange = useCapability('email.change');
  const hasPasskeys = useCapability('passkeys') && passkeysWorkHere();
  const hasSecondFactor = useCapability('totp');
  const answers = [
    usePasskeysQuery(undefined, { skip: !hasPasskeys }),
    useSecondFactorQuery(undefined, { skip: !hasSecondFactor }),
    useSessionsQuery(undefined, { skip: !isOffered }),
  ];
  return (
    <>
      {hasEmailChange && <ChangeEmail />}
      <ChangePassword />
      {/* Together: each card has the height of its answer, and would move those below. */}
      {answers.some(({ isLoading }) => isLoading) ? (
        <RowBones rows={4} />
      ) : (
        <>
          {hasPasskeys && <Passkeys />}
          {hasSecondFactor && <TwoStepLogin />}
          {isOffered && <Sessions />}
          <LogOutHere />
          {isOffered && <History />}
        </>
      )}
    </>
  );
}

function LogOutHere() {
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
      {asking && <UnsentDialog onStay={() => setAsking(false)} onLogOut={() => void logOut()} />}
    </SettingsCard>
  );
}

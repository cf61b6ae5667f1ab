import { useEffect } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { SuspendedNotice } from '../suspended-notice.tsx';
import { usePasskeyLogin } from './use-passkey-login.ts';

interface Props {
  /** Lets the email field say that it takes passkeys. */
  onOffered: () => void;
}

/** The way in without a password, where upstream and browser have passkeys. */
export function PasskeyEntrance({ onOffered }: Props) {
  const isOffered = useCapability('passkeys');
  useEffect(() => {
    if (isOffered) onOffered();
  }, [isOffered, onOffered]);
  return isOffered && <PasskeyButton />;
}

function PasskeyButton() {
  const { press, pending, failure } = usePasskeyLogin();
  return (
    <div className="flex flex-col gap-2">
      <Button look="outline" className="w-full" pending={pending} onClick={() => void press()}>
        Log in with a passkey
      </Button>
      {failure?.suspension ? (
        <div role="alert" className="text-error text-small">
          <SuspendedNotice refusal={failure.suspension.body} />
        </div>
      ) : (
        <ErrorLine>{failure?.message}</ErrorLine>
      )}
    </div>
  );
}

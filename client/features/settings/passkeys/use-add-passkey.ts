import { useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage } from '#client/text/api-error.ts';
import type { OwnerConfirmation } from '../confirm-owner/use-owner-confirmation.tsx';
import { useAddPasskeyMutation, usePasskeyOptionsMutation } from './passkeys-api.ts';

export function useAddPasskey({ confirmed }: Pick<OwnerConfirmation, 'confirmed'>) {
  const [askOptions] = usePasskeyOptionsMutation();
  const [store] = useAddPasskeyMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const add = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const optionsJSON = await confirmed(() => askOptions().unwrap());
      // Loaded with the first press: few visits of the settings add a passkey.
      const { startRegistration } = await import('@simplewebauthn/browser');
      const made = await startRegistration({ optionsJSON });
      const passkey = await confirmed(() => store(made).unwrap());
      announce(`Passkey added: ${passkey.name}`);
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setPending(false);
    }
  };
  return { add, pending, failure };
}

/** Undefined where the user has closed the browser's dialog: they know. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return errorMessage(error);
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined;
  return 'Your browser could not make a passkey.';
}

import { type ReactNode, useState } from 'react';
import type { ConfirmationNeed } from '#shared/errors.ts';
import { ConfirmOwnerDialog } from './confirm-owner-dialog.tsx';
import { needsOf } from './needs-of.ts';

interface Asked {
  needs: readonly ConfirmationNeed[];
  known: string | undefined;
  answer: (isConfirmed: boolean) => void;
}

export interface OwnerConfirmation {
  /**
   * Makes a call. Where the upstream first wants to know that the owner is there, the dialog asks, and the call is made
   * again; where the user cancels, the first refusal is thrown. `password`: the one that the call carries.
   */
  confirmed: <Result>(call: () => Promise<Result>, password?: string) => Promise<Result>;
  /** To be rendered outside of any form. */
  dialog: ReactNode;
}

export function useOwnerConfirmation(): OwnerConfirmation {
  const [asked, setAsked] = useState<Asked>();
  const confirmed: OwnerConfirmation['confirmed'] = async (call, password) => {
    try {
      return await call();
    } catch (error) {
      const needs = needsOf(error);
      if (needs === undefined) throw error;
      const known = needs.includes('password') ? undefined : password;
      const isConfirmed = await new Promise<boolean>((answer) => setAsked({ needs, known, answer }));
      setAsked(undefined);
      if (!isConfirmed) throw error;
      return call();
    }
  };
  const dialog = asked && (
    <ConfirmOwnerDialog
      needs={asked.needs}
      known={asked.known}
      onConfirmed={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  );
  return { confirmed, dialog };
}

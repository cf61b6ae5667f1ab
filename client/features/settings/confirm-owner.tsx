import { type ReactNode, useEffect, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { isApiError } from '#client/lib/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { ConfirmationNeed } from '#shared/errors.ts';
import { useConfirmOwnerMutation } from './account/account-api.ts';

interface Props {
  needs: readonly ConfirmationNeed[];
  /** The password, where the user has typed the right one in the form behind. */
  known: string | undefined;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for what shows that the owner of the account is there. What was typed in the form behind stays. */
export function ConfirmOwnerDialog({ needs: first, known, onConfirmed, onCancel }: Props) {
  const [needs, setNeeds] = useState(first);
  const [confirm] = useConfirmOwnerMutation();
  const asksPassword = known === undefined || needs.includes('password');
  const asksCode = needs.includes('code');
  const form = useApiForm<Record<ConfirmationNeed, string>>({
    defaultValues: { password: known ?? '', code: '' },
    send: async ({ password, code }): Promise<void> => {
      try {
        await confirm({ password, ...(asksCode && { code }) }).unwrap();
      } catch (error) {
        if (isApiError(error) && error.fields?.password !== undefined) setNeeds(['password', ...needs]);
        const more = needsOf(error);
        if (!more?.includes('code')) throw error;
        setNeeds([...needs, ...more]);
        return form.setError('code', { message: 'Type the code, too.' });
      }
      announce('Confirmed');
      onConfirmed();
    },
  });
  const { field, failure, isSubmitting, submit, setFocus } = form;
  // The code is asked for once the password was right.
  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);

  return (
    <Dialog title="Confirm that it is you" onClose={onCancel}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-small">
          This changes how your account is opened. Somebody who only sits at this device must not be able to.
        </p>
        {asksPassword && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            data-autofocus=""
            {...field('password', { required: 'Type your password.' })}
          />
        )}
        {asksCode && (
          <TextField
            label="Code from your app or a recovery code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={asksPassword ? undefined : ''}
            {...field('code', { validate: (code) => code.trim() !== '' || 'Type the code.' })}
          />
        )}
        <ErrorLine>{failure}</ErrorLine>
        <p className="text-muted text-small">Nothing more is asked for in the next ten minutes.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" pending={isSubmitting}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The proof that the upstream wants before it takes a refused call again; undefined for all other failures. */
export function needsOf(error: unknown): readonly ConfirmationNeed[] | undefined {
  if (!isApiError(error) || error.code !== 'confirmation_required') return undefined;
  return error.body?.needs ?? ['password'];
}

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

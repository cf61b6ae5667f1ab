import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/api/capabilities.ts';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { useKeptPush } from '../push.tsx';
import { useChangePasswordMutation } from './account-api.ts';
import { ChangeCard, useFoldedForm } from './change-card.tsx';

interface Fields {
  currentPassword: string;
  newPassword: string;
  password: string;
}

/** Stops the two inputs that crash another upstream before any call. */
function problemsOf({ currentPassword, newPassword, password }: Fields) {
  if (currentPassword === '') return { currentPassword: 'Type your current password.' };
  if (newPassword === '') return { newPassword: 'Type a new password.' };
  if (newPassword === currentPassword) return { newPassword: 'The new password is the same as the current one.' };
  return newPassword === password ? {} : { password: 'The two new passwords differ.' };
}

export function ChangePassword() {
  const [change] = useChangePasswordMutation();
  const folded = useFoldedForm();
  const { confirmed, dialog } = useOwnerConfirmation();
  const keepPush = useKeptPush();
  const endsSessions = useCapability('account');
  const form = useApiForm<Fields>({
    defaultValues: { currentPassword: '', newPassword: '', password: '' },
    problemsOf,
    send: async (fields) => {
      await keepPush(() => confirmed(() => change(fields).unwrap(), fields.currentPassword));
      form.reset();
      folded.fold();
      toast.success('Password changed');
    },
  });
  const field = (name: keyof Fields, label: string, autoComplete: string, hint?: ReactNode) => (
    <PasswordField label={label} autoComplete={autoComplete} hint={hint} {...form.field(name)} />
  );
  return (
    <ChangeCard
      title="Password"
      folded={folded}
      what="your password"
      about={
        <>
          <span>You log in with it and your email address.</span>
          {endsSessions && <span> Changing it logs you out everywhere else.</span>}
        </>
      }
      form={form}
      action="Change password"
      dialog={dialog}
    >
      {field('currentPassword', 'Current password', 'current-password')}
      {field('newPassword', 'New password', 'new-password', <PasswordHints password={form.watch('newPassword')} />)}
      {field('password', 'Confirm new password', 'new-password')}
    </ChangeCard>
  );
}

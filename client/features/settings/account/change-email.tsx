import { useRef, useState } from 'react';
import { useOwnUser } from '#client/state/hooks.ts';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import type { ChangeEmail as Fields } from '#shared/api/email.ts';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useChangeEmailMutation } from './account-api.ts';
import { ChangeForm, ChangeRow, useFoldedForm } from './change-row.tsx';

/** Asks for another address; the mail to it makes the change. */
export function ChangeEmail() {
  const own = useOwnUser();
  const [change] = useChangeEmailMutation();
  const [answer, setAnswer] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const folded = useFoldedForm(element);
  const { confirmed, dialog } = useOwnerConfirmation();
  const form = useApiForm<Fields>({
    defaultValues: { emailId: '', password: '' },
    send: async ({ emailId, password }) => {
      setAnswer(undefined);
      const { message } = await confirmed(() => change({ emailId: emailId.trim(), password }).unwrap(), password);
      close();
      setAnswer(message);
    },
  });
  const close = () => {
    form.reset();
    folded.fold();
  };
  return (
    <SettingsCard title="Email address">
      <ChangeRow folded={folded} what="your email address">
        Your address is <bdi className="wrap-anywhere font-semibold text-base-content">{own.emailId}</bdi>
        {own.emailVerified === false && <span>, not confirmed yet</span>}
        <span>.</span>
      </ChangeRow>
      <p role="status" className="text-small empty:hidden">
        {answer}
      </p>
      {folded.isOpen && (
        <ChangeForm
          ref={element}
          form={form}
          action="Change address"
          note="The change happens when you open the mail to the new address. The old one is told, and can take the account back for 7 days."
          onCancel={close}
        >
          <TextField
            label="New address"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('emailId')}
          />
          <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
        </ChangeForm>
      )}
      {dialog}
    </SettingsCard>
  );
}

import { useState } from 'react';
import { useOwnUser } from '#client/state/hooks.ts';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import type { ChangeEmail as Fields } from '#shared/api/account/email.ts';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { useChangeEmailMutation } from './account-api.ts';
import { ChangeCard, useFoldedForm } from './change-card.tsx';

/** Asks for another address; the mail to it makes the change. */
export function ChangeEmail() {
  const own = useOwnUser();
  const [change] = useChangeEmailMutation();
  const [answer, setAnswer] = useState<string>();
  const folded = useFoldedForm();
  const { confirmed, dialog } = useOwnerConfirmation();
  const form = useApiForm<Fields>({
    defaultValues: { emailId: '', password: '' },
    send: async ({ emailId, password }) => {
      setAnswer(undefined);
      const { message } = await confirmed(() => change({ emailId: emailId.trim(), password }).unwrap(), password);
      form.reset();
      folded.fold();
      setAnswer(message);
    },
  });
  return (
    <ChangeCard
      title="Email address"
      folded={folded}
      what="your email address"
      about={
        <>
          Your address is <bdi className="wrap-anywhere font-semibold text-base-content">{own.emailId}</bdi>
          {own.emailVerified === false && <span>, not confirmed yet</span>}
          <span>.</span>
        </>
      }
      answer={answer}
      form={form}
      action="Change address"
      note="The change happens when you open the mail to the new address. The old one is told, and can take the account back for 7 days."
      dialog={dialog}
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
    </ChangeCard>
  );
}

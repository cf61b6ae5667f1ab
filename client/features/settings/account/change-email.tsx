import { type FormEvent, useRef, useState } from 'react';
import { useOwnUser } from '#client/store/hooks.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { focusField } from '#client/ui/form/problems.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { ChangeEmail as Fields } from '#shared/api/email.ts';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useChangeEmailMutation } from './account-api.ts';
import { ChangeRow, useFoldedForm } from './change-row.tsx';

const empty: Fields = { emailId: '', password: '' };

/** Asks for another address; the mail to it makes the change. */
export function ChangeEmail() {
  const own = useOwnUser();
  const [change, { isLoading }] = useChangeEmailMutation();
  const [fields, setFields] = useState(empty);
  const [problems, setProblems] = useState<Partial<Fields>>({});
  const [failure, setFailure] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const folded = useFoldedForm(form);
  const { confirmed, dialog } = useOwnerConfirmation();

  const close = () => {
    setFields(empty);
    setProblems({});
    setFailure(undefined);
    folded.fold();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure(undefined);
    setAnswer(undefined);
    try {
      const asked = { ...fields, emailId: fields.emailId.trim() };
      const { message } = await confirmed(() => change(asked).unwrap(), asked.password);
      close();
      setAnswer(message);
    } catch (error) {
      const refused = isApiError(error) ? Object.entries(error.fields ?? {}).filter(([name]) => name in empty) : [];
      setProblems(Object.fromEntries(refused));
      if (refused[0]) focusField(form.current, refused[0][0]);
      else setFailure(errorMessage(error));
    }
  };
  const edit = (name: keyof Fields, text: string) => {
    setFields({ ...fields, [name]: text });
    setProblems(({ [name]: _mended, ...others }) => others);
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
        <form ref={form} noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
          <TextField
            label="New address"
            name="emailId"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={fields.emailId}
            error={problems.emailId}
            onChange={(event) => edit('emailId', event.target.value)}
          />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={fields.password}
            error={problems.password}
            onChange={(event) => edit('password', event.target.value)}
          />
          <ErrorLine>{failure}</ErrorLine>
          <p className="text-muted text-small">
            The change happens when you open the mail to the new address. The old one is told, and can take the account
            back for 7 days.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" pending={isLoading}>
              Change address
            </Button>
            <Button look="quiet" disabled={isLoading} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {dialog}
    </SettingsCard>
  );
}

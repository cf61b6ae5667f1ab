import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/store/api/capabilities.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { focusField } from '#client/ui/form/problems.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { useKeptPush } from '../push.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useChangePasswordMutation } from './account-api.ts';
import { ChangeRow, type PasswordFields, passwordProblems, useFoldedForm } from './change-row.tsx';

const empty: PasswordFields = { currentPassword: '', newPassword: '', password: '' };

export function ChangePassword() {
  const [fields, setFields] = useState(empty);
  const [problems, setProblems] = useState<Partial<PasswordFields>>({});
  const [failure, setFailure] = useState<string>();
  const [change, { isLoading }] = useChangePasswordMutation();
  const form = useRef<HTMLFormElement>(null);
  const folded = useFoldedForm(form);
  const { confirmed, dialog } = useOwnerConfirmation();
  const keepPush = useKeptPush();
  const endsSessions = useCapability('account.sessions');

  const close = () => {
    setFields(empty);
    setProblems({});
    setFailure(undefined);
    folded.fold();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const found = passwordProblems(fields);
    setProblems(found);
    setFailure(undefined);
    const first = Object.keys(found)[0];
    if (first) return focusField(form.current, first);
    try {
      await keepPush(() => confirmed(() => change(fields).unwrap(), fields.currentPassword));
      close();
      toast.success('Password changed');
    } catch (error) {
      const refused = isApiError(error) ? Object.entries(error.fields ?? {}).filter(([name]) => name in empty) : [];
      setProblems(Object.fromEntries(refused));
      // Shown once: at its field where the form has that field, else above the button.
      if (refused[0]) focusField(form.current, refused[0][0]);
      else setFailure(errorMessage(error));
    }
  };
  const field = (name: keyof PasswordFields, label: string, autoComplete: string, hint?: ReactNode) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={fields[name]}
      hint={hint}
      error={problems[name]}
      onChange={(event) => {
        setFields({ ...fields, [name]: event.target.value });
        setProblems(({ [name]: _mended, ...others }) => others);
      }}
    />
  );
  return (
    <SettingsCard title="Password">
      <ChangeRow folded={folded} what="your password">
        <span>You log in with it and your email address.</span>
        {endsSessions && <span> Changing it logs you out everywhere else.</span>}
      </ChangeRow>
      {folded.isOpen && (
        <form ref={form} noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
          {field('currentPassword', 'Current password', 'current-password')}
          {field('newPassword', 'New password', 'new-password', <PasswordHints password={fields.newPassword} />)}
          {field('password', 'Confirm new password', 'new-password')}
          <ErrorLine>{failure}</ErrorLine>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" pending={isLoading}>
              Change password
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

import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { clearUser } from '#client/device/user-storage.ts';
import { useAppDispatch, useOwnUser } from '#client/store/hooks.ts';
import { leave } from '#client/store/leave.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { SettingsCard } from '../settings-card.tsx';
import { useDeleteAccountMutation } from './account-api.ts';

export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title="Delete my account">
      <p className="text-muted">
        It takes effect at once and cannot be undone. Download your data first if you want to keep it.
      </p>
      <div>
        <Button look="outline" className="text-error" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <ConfirmDeletion onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}

/** Asks for the e-mail, against deleting by mistake, and for the password, against somebody else at this device. */
function ConfirmDeletion({ onClose }: { onClose: () => void }) {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isOtherEmail, setOtherEmail] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const [remove, { isLoading }] = useDeleteAccountMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (own.emailId !== undefined && email.trim().toLowerCase() !== own.emailId.toLowerCase()) {
      setOtherEmail(true);
      return emailField.current?.focus();
    }
    setFailure(undefined);
    try {
      await remove({ password }).unwrap();
      clearUser(own._id);
      dispatch(leave());
      void navigate(to.landing());
      toast.success('Your account is deleted');
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ul className="list-disc ps-5 text-small">
          <li>Your profile, your projects and your requests are removed.</li>
          <li>Your connections lose you from their lists.</li>
          <li>Messages you sent stay with those who received them, from “Former member”.</li>
          <li>You are logged out everywhere.</li>
        </ul>
        {own.emailId !== undefined && (
          <TextField
            label={`Type your e-mail: ${own.emailId}`}
            inputMode="email"
            autoComplete="off"
            ref={emailField}
            value={email}
            error={isOtherEmail ? 'This is not the e-mail of this account.' : undefined}
            onChange={(event) => {
              setEmail(event.target.value);
              setOtherEmail(false);
            }}
          />
        )}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ErrorLine>{failure}</ErrorLine>
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus="" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" pending={isLoading}>
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

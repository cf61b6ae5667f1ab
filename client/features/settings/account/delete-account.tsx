import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { clearUser } from '#client/device/user-storage.ts';
import { useAppDispatch, useOwnUser } from '#client/store/hooks.ts';
import { forgetUser } from '#client/store/session-user.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { longDate } from '#client/text/time.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useDeleteAccountMutation } from './account-api.ts';

export function DeleteAccount({ way }: { way: 'with a way back' | 'at once' }) {
  const [asking, setAsking] = useState(false);
  const canReturn = way === 'with a way back';
  return (
    <SettingsCard title="Delete my account">
      <p className="text-muted">
        {canReturn
          ? 'It is hidden at once and erased some days later. Until then you can come back.'
          : 'It takes effect at once and cannot be undone.'}{' '}
        Download your data first if you want to keep it.
      </p>
      <div>
        <Button look="outline" className="text-error" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <ConfirmDeletion canReturn={canReturn} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}

/** Asks for the email address, against deleting by mistake, and for the password, against somebody else at this device. */
export function ConfirmDeletion({ canReturn, onClose }: { canReturn: boolean; onClose: () => void }) {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isOtherEmail, setOtherEmail] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const [remove, { isLoading }] = useDeleteAccountMutation();
  const { confirmed, dialog } = useOwnerConfirmation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (own.emailId !== undefined && email.trim().toLowerCase() !== own.emailId.toLowerCase()) {
      setOtherEmail(true);
      return emailField.current?.focus();
    }
    setFailure(undefined);
    try {
      const { state, eraseAt } = await confirmed(() => remove({ password }).unwrap(), password);
      // The user can still take the deletion back, so drafts and settings of this device stay, as after logging out.
      if (state !== 'leaving') clearUser(own._id);
      dispatch(forgetUser());
      void navigate(to.landing());
      toast.success(
        eraseAt === undefined
          ? 'Your account is deleted'
          : `Your account is hidden, and will be erased on ${longDate(eraseAt)}. To come back, log in before.`,
      );
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ul className="list-disc ps-5 text-small">
          <li>
            {canReturn
              ? 'Your profile, your projects and your requests are hidden at once, and erased some days later: the next step names the day.'
              : 'Your profile, your projects and your requests are removed.'}
          </li>
          {canReturn && <li>Until then you come back by logging in, and everything is as it was.</li>}
          <li>Your connections lose you from their lists.</li>
          <li>Messages you sent stay with those who received them, from “Former member”.</li>
          <li>You are logged out everywhere.</li>
        </ul>
        {own.emailId !== undefined && (
          <TextField
            label={`Type your email address: ${own.emailId}`}
            inputMode="email"
            autoComplete="off"
            ref={emailField}
            value={email}
            error={isOtherEmail ? 'This is not the email address of this account.' : undefined}
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
            {canReturn ? 'Delete' : 'Delete for good'}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}

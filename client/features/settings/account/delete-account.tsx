import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { clearUser } from '#client/lib/device/user-storage.ts';
import { longDate } from '#client/lib/text/time.ts';
import { useAppDispatch, useOwnUser } from '#client/state/hooks.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { useApiForm } from '#client/ui/form/api-form.ts';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useOwnerConfirmation } from '../confirm-owner.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useDeleteAccountMutation } from './account-api.ts';

/** `canReturn`: the account can be brought back for some days. */
export function DeleteAccount({ canReturn }: { canReturn: boolean }) {
  const [asking, setAsking] = useState(false);
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
function ConfirmDeletion({ canReturn, onClose }: { canReturn: boolean; onClose: () => void }) {
  const own = useOwnUser();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [remove] = useDeleteAccountMutation();
  const { confirmed, dialog } = useOwnerConfirmation();
  const { field, failure, isSubmitting, submit } = useApiForm({
    defaultValues: { email: '', password: '' },
    send: async ({ password }) => {
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
    },
  });
  const isOwn = (typed: string) =>
    typed.trim().toLowerCase() === own.emailId?.toLowerCase() || 'This is not the email address of this account.';
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
            {...field('email', { validate: isOwn })}
          />
        )}
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <ErrorLine>{failure}</ErrorLine>
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus="" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" pending={isSubmitting}>
            {canReturn ? 'Delete' : 'Delete for good'}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}

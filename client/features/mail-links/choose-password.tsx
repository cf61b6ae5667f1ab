import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
import { LinkPage } from '#client/ui/link-page.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { useResetPasswordMutation } from './links-api.ts';

interface Props {
  token: string;
  /** The sentence above the fields where no link for a lost password led to this form; the old passkeys are gone then. */
  intro?: string | undefined;
}

export function ChoosePassword({ token, intro }: Props) {
  const mayKeepPasskeys = useCapability('passkeys') && intro === undefined;
  const [keepPasskeys, setKeepPasskeys] = useState(false);
  const [reset] = useResetPasswordMutation();
  const { value, change, problem, failure, answer, pending, field, submit } = useOneField(
    'newPassword',
    (newPassword) => reset({ token, newPassword, ...(keepPasskeys && { keepPasskeys }) }).unwrap(),
  );
  return (
    <LinkPage title="Choose a new password">
      {answer === undefined ? (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          {intro !== undefined && <p>{intro}</p>}
          <PasswordField
            ref={field}
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            value={value}
            error={problem}
            hint={<PasswordHints password={value} />}
            onChange={(event) => change(event.target.value)}
          />
          {mayKeepPasskeys && (
            <SwitchField
              label="Keep my passkeys"
              hint="Leave it off if somebody else may have been in your account."
              checked={keepPasskeys}
              onChange={setKeepPasskeys}
            />
          )}
          {failure !== undefined && (
            <div className="flex flex-wrap items-center gap-x-2">
              <ErrorLine>{failure}</ErrorLine>
              <Link to={to.reset()} className="link text-small">
                Ask for a new link
              </Link>
            </div>
          )}
          <Button type="submit" look="primary" pending={pending}>
            Change password
          </Button>
          <p className="text-muted text-small">Every device is logged out, this one too.</p>
        </form>
      ) : (
        <>
          <p>{answer}</p>
          {/* A new load: the session of this browser has ended, and the token leaves the history. */}
          <a
            href={to.login()}
            className="btn btn-primary"
            onClick={(event) => {
              event.preventDefault();
              location.replace(to.login());
            }}
          >
            Log in
          </a>
        </>
      )}
    </LinkPage>
  );
}

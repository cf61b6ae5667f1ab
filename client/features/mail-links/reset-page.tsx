import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { useOneField } from '#client/ui/form/problems.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { to } from '#shared/routes.ts';
import { useForgotPasswordMutation, useLinkKey, useLinkToken, useResetPasswordMutation } from './links-api.ts';

/** Without a token it asks for the address that gets a link; with one, for the new password. */
export function ResetPage() {
  const { token } = useLinkToken();
  const key = useLinkKey();
  const isOffered = useCapability('password.reset');
  const isKnown = useCapabilitiesKnown();
  if (isKnown && !isOffered)
    return (
      <LinkPage title="Forgot password?">
        <p>This service sends no mail. Please ask the people who run it.</p>
      </LinkPage>
    );
  return token === '' ? <AskForLink /> : <ChoosePassword key={key} token={token} />;
}

export function AskForLink() {
  const [forgot] = useForgotPasswordMutation();
  const { value, change, problem, failure, answer, pending, field, submit } = useOneField('emailId', (emailId) =>
    forgot({ emailId: emailId.trim() }).unwrap(),
  );
  return (
    <LinkPage title="Forgot password?">
      {answer === undefined ? (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <p className="text-muted">We send a link for a new one to the email address of your account.</p>
          <TextField
            ref={field}
            label="Email address"
            name="emailId"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            error={problem}
            onChange={(event) => change(event.target.value)}
          />
          <ErrorLine>{failure}</ErrorLine>
          <Button type="submit" look="primary" pending={pending}>
            Send the link
          </Button>
        </form>
      ) : (
        <>
          <p>{answer}</p>
          <p className="text-muted text-small">
            The link works for 30 minutes. If no mail comes, look among the unwanted ones, and whether you have signed
            up with another address.
          </p>
        </>
      )}
      <Link to={to.login()} className="btn btn-ghost btn-sm self-center text-primary text-small">
        Back to the login
      </Link>
    </LinkPage>
  );
}

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

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCapability, useLacks } from '#client/api/capabilities.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { OneFieldForm } from '#client/ui/form/one-field-form.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { LinkPage } from '#client/ui/open-page.tsx';
import { to } from '#shared/routes.ts';
import { useForgotPasswordMutation, useLinkKey, useLinkToken, useResetPasswordMutation } from './links-api.ts';

/** Without a token it asks for the address that gets a link; with one, for the new password. */
export function ResetPage() {
  const { token } = useLinkToken();
  const key = useLinkKey();
  const isAbsent = useLacks('password.reset');
  if (isAbsent)
    return (
      <LinkPage title="Forgot password?">
        <p>This service sends no mail. Please ask the people who run it.</p>
      </LinkPage>
    );
  return token === '' ? <AskForLink /> : <ChoosePassword key={key} token={token} />;
}

export function AskForLink() {
  const [forgot] = useForgotPasswordMutation();
  const [answer, setAnswer] = useAnnounced();
  return (
    <LinkPage title="Forgot password?">
      {answer === undefined ? (
        <OneFieldForm
          name="emailId"
          action="Send the link"
          send={async (emailId) => setAnswer((await forgot({ emailId: emailId.trim() }).unwrap()).message)}
          render={(field) => (
            <TextField
              label="Email address"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...field}
            />
          )}
        >
          <p className="text-muted">We send a link for a new one to the email address of your account.</p>
        </OneFieldForm>
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
  const [answer, setAnswer] = useAnnounced();
  return (
    <LinkPage title="Choose a new password">
      {answer === undefined ? (
        <>
          <OneFieldForm
            name="newPassword"
            action="Change password"
            send={async (newPassword) =>
              setAnswer((await reset({ token, newPassword, ...(keepPasskeys && { keepPasskeys }) }).unwrap()).message)
            }
            afterRefusal={
              <Link to={to.reset()} className="link text-small">
                Ask for a new link
              </Link>
            }
            render={(field, typed) => (
              <>
                <PasswordField
                  label="New password"
                  autoComplete="new-password"
                  hint={<PasswordHints password={typed} />}
                  {...field}
                />
                {mayKeepPasskeys && (
                  <SwitchField
                    label="Keep my passkeys"
                    hint="Leave it off if somebody else may have been in your account."
                    checked={keepPasskeys}
                    onChange={setKeepPasskeys}
                  />
                )}
              </>
            )}
          >
            {intro !== undefined && <p>{intro}</p>}
          </OneFieldForm>
          <p className="text-muted text-small">Every device is logged out, this one too.</p>
        </>
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

/** The sentence of an answer, which is read out. */
function useAnnounced() {
  const [answer, setAnswer] = useState<string>();
  const tell = (message: string) => {
    setAnswer(message);
    announce(message);
  };
  return [answer, tell] as const;
}

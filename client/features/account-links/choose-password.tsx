import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { LinkPage } from './link-page.tsx';
import { useResetPasswordMutation } from './links-api.ts';

export function ChoosePassword({ token }: { token: string }) {
  const [reset, { isLoading }] = useResetPasswordMutation();
  const [newPassword, setNewPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setProblem(undefined);
    setFailure(undefined);
    try {
      const { message } = await reset({ token, newPassword }).unwrap();
      setAnswer(message);
      announce(message);
    } catch (error) {
      const refused = isApiError(error) ? error.fields?.newPassword : undefined;
      setProblem(refused);
      if (refused === undefined) setFailure(errorMessage(error));
      else field.current?.focus();
    }
  };
  return (
    <LinkPage title="Choose a new password">
      {answer === undefined ? (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <PasswordField
            ref={field}
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            value={newPassword}
            error={problem}
            hint={<PasswordHints password={newPassword} />}
            onChange={(event) => {
              setNewPassword(event.target.value);
              setProblem(undefined);
            }}
          />
          {failure !== undefined && (
            <div className="flex flex-wrap items-center gap-x-2">
              <ErrorLine>{failure}</ErrorLine>
              <Link to={to.reset()} className="link text-small">
                Ask for a new link
              </Link>
            </div>
          )}
          <Button type="submit" look="primary" pending={isLoading}>
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

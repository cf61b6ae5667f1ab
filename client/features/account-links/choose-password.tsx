import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { LinkPage } from './link-page.tsx';
import { useResetPasswordMutation } from './links-api.ts';

export function ChoosePassword({ token }: { token: string }) {
  const [reset] = useResetPasswordMutation();
  const { value, change, problem, failure, answer, pending, field, submit } = useOneField(
    'newPassword',
    (newPassword) => reset({ token, newPassword }).unwrap(),
  );
  return (
    <LinkPage title="Choose a new password">
      {answer === undefined ? (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
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

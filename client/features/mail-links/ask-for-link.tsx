import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
import { LinkPage } from '#client/ui/link-page.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { useForgotPasswordMutation } from './links-api.ts';

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

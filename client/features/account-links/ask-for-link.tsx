import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import { to } from '#shared/routes.ts';
import { LinkPage } from './link-page.tsx';
import { useForgotPasswordMutation } from './links-api.ts';

export function AskForLink() {
  const [forgot, { isLoading }] = useForgotPasswordMutation();
  const [emailId, setEmailId] = useState('');
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
      const { message } = await forgot({ emailId: emailId.trim() }).unwrap();
      setAnswer(message);
      announce(message);
    } catch (error) {
      const refused = isApiError(error) ? error.fields?.emailId : undefined;
      setProblem(refused);
      if (refused === undefined) setFailure(errorMessage(error));
      else field.current?.focus();
    }
  };
  return (
    <LinkPage title="Forgot password?">
      {answer === undefined ? (
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <p className="text-muted">We send a link for a new one to the e-mail address of your account.</p>
          <TextField
            ref={field}
            label="E-mail address"
            name="emailId"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={emailId}
            error={problem}
            onChange={(event) => {
              setEmailId(event.target.value);
              setProblem(undefined);
            }}
          />
          <ErrorLine>{failure}</ErrorLine>
          <Button type="submit" look="primary" pending={isLoading}>
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

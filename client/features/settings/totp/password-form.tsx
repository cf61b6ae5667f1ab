import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';

interface Props {
  children: ReactNode;
  /** The words of the button that sends. */
  action: string;
  send: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password again, for a call that needs it. */
export function PasswordForm({ children, action, send, onCancel }: Props) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    setFailure(undefined);
    try {
      await send(password);
    } catch (error) {
      const refused = isApiError(error) ? error.fields?.password : undefined;
      setProblem(refused);
      if (refused === undefined) setFailure(errorMessage(error));
      else field.current?.focus();
      setPending(false);
    }
  };
  return (
    <form noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
      <p className="text-small">{children}</p>
      <PasswordField
        ref={field}
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(undefined);
        }}
      />
      <ErrorLine>{failure}</ErrorLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={pending}>
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

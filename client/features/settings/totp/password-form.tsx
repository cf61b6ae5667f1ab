import { type ReactNode, useEffect } from 'react';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { useOneField } from '#client/ui/form/use-one-field.ts';
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
  const { value, change, problem, failure, pending, field, submit } = useOneField('password', async (password) => {
    await send(password);
    return undefined;
  });
  useEffect(() => field.current?.focus(), [field]);

  return (
    <form noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
      <p className="text-small">{children}</p>
      <PasswordField
        ref={field}
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={value}
        error={problem}
        onChange={(event) => change(event.target.value)}
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

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { StillTrying } from '#client/ui/state/waiting.tsx';
import { useEntrance } from './use-entrance.ts';

interface Props {
  emailId: string;
  password: string;
  onBack: () => void;
}

/** The second step of a login whose password was right. The password is in this component's memory only. */
export function CodeStep({ emailId, password, onBack }: Props) {
  const { enter, stop, pending, error, clearError } = useEntrance();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // At the start, and after each refusal.
  useEffect(() => {
    if (!pending) field.current?.focus();
  }, [pending]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') field.current?.focus();
    else void enter({ emailId, password, code });
  };
  return (
    <form aria-labelledby="login-title" noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        ref={field}
        label="Code from your app or a recovery code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="text"
        hint="Six digits from the app, or one of the codes that you have kept for when it is not there."
        value={code}
        error={isMissing ? 'Type the code.' : error?.message}
        onChange={(event) => {
          setCode(event.target.value);
          setMissing(false);
          clearError();
        }}
      />
      <Button type="submit" look="primary" pending={pending} className="w-full">
        Login
      </Button>
      <StillTrying pending={pending} onStop={stop} />
      <Button look="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

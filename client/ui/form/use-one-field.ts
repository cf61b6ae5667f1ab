import { type FormEvent, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';

/**
 * A form with one field. `name`: the field in a refusal. `send` answers with a sentence for the user, or with nothing where
 * the next screen says enough.
 */
export function useOneField(name: string, send: (value: string) => Promise<{ message: string } | undefined>) {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    setFailure(undefined);
    try {
      const answered = await send(value);
      if (answered === undefined) return;
      setAnswer(answered.message);
      announce(answered.message);
    } catch (error) {
      const refused = isApiError(error) ? error.fields?.[name] : undefined;
      setProblem(refused);
      if (refused === undefined) setFailure(errorMessage(error));
      else field.current?.focus();
    } finally {
      setPending(false);
    }
  };
  const change = (next: string) => {
    setValue(next);
    setProblem(undefined);
  };
  return { value, change, problem, failure, answer, pending, field, submit };
}

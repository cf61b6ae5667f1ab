import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { announce } from '#client/dom/announce.tsx';
import { errorMessage, isApiError } from '#client/text/api-error.ts';

export interface Problem {
  text: string;
  /** Focuses the field. Undefined where the form has no such field. */
  onChoose?: (() => void) | undefined;
}

interface Props {
  title: string;
  problems: readonly Problem[];
  ref: Ref<HTMLDivElement>;
}

/** Lists the problems of a form above its fields. Focus it after a failed save; each entry leads to its field. */
export function ProblemSummary({ title, problems, ref }: Props) {
  const id = useId();
  return (
    <div ref={ref} tabIndex={-1} role="alert" aria-labelledby={id} className="alert alert-error alert-soft block">
      <p id={id} className="font-semibold">
        {title}
      </p>
      {problems.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {problems.map(({ text, onChoose }) => (
            <li key={text}>
              {onChoose ? (
                <button
                  type="button"
                  className="inline-flex items-center text-start underline underline-offset-2 pointer-coarse:min-h-11"
                  onClick={onChoose}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

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

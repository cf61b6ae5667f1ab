import { type Ref, useId } from 'react';
import type { FieldErrors } from 'react-hook-form';

interface Props {
  title: string;
  errors: FieldErrors;
  /** The labels of the form's fields, in their order. The upstream may name fields that the form does not have. */
  labels: Readonly<Record<string, string>>;
  /** Focuses a field of the form. */
  onChoose: (name: string) => void;
  ref: Ref<HTMLDivElement>;
}

/** Lists the problems of a form above its fields. Focus it after a refused save; each entry leads to its field. */
export function ProblemSummary({ title, errors, labels, onChoose, ref }: Props) {
  const id = useId();
  const order = Object.keys(labels);
  const names = refusedFields(errors).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return (
    <div ref={ref} tabIndex={-1} role="alert" aria-labelledby={id} className="alert alert-error alert-soft block">
      <p id={id} className="font-semibold">
        {title}
      </p>
      {names.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {names.map((name) => {
            const label = labels[name];
            const problem = String(errors[name]?.message ?? '');
            const text = problem.startsWith(label ?? name) ? problem : `${label ?? name}: ${problem}`;
            return (
              <li key={name}>
                {label === undefined ? (
                  text
                ) : (
                  <button
                    type="button"
                    className="inline-flex items-center text-start underline underline-offset-2 pointer-coarse:min-h-11"
                    onClick={() => onChoose(name)}
                  >
                    {text}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The names of the fields that a refusal stands at. */
export function refusedFields(errors: FieldErrors): string[] {
  return Object.keys(errors).filter((name) => name !== 'root');
}

export function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

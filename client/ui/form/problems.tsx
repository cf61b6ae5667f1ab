import { type Ref, useId } from 'react';

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

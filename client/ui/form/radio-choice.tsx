import { type ReactNode, useId } from 'react';

interface Props<Value> {
  legend: string;
  hint?: ReactNode;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChange: (chosen: Value) => void;
  /** The classes of the box around the options. */
  className?: string;
}

/** One of a few choices. */
export function RadioChoice<Value>({ legend, hint, options, chosen, onChange, className }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-small">{legend}</legend>
      {hint !== undefined && <p className="text-muted text-small">{hint}</p>}
      <div className={className ?? 'flex flex-wrap gap-x-6 gap-y-2'}>
        {options.map(({ value, label }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              className="radio"
              checked={chosen === value}
              onChange={() => onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

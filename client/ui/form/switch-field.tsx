import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ label, hint, checked, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-small">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        className="toggle toggle-primary shrink-0"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

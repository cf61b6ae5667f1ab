import type { Ref } from 'react';
import { TextField } from '#client/ui/form/field.tsx';
import { limits } from '#shared/limits.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function NameField({ ref, value, error, onChange }: Props) {
  return (
    <TextField
      ref={ref}
      name="projectName"
      label="Name"
      required
      dir="auto"
      autoComplete="off"
      value={value}
      error={error}
      hint={<Counter length={value.length} max={limits.projectName.max} />}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  const over = length > max;
  return (
    <span className={over ? 'font-mono text-micro text-error' : 'font-mono text-micro'}>
      {length}/{max}
      <span className="sr-only">{over ? ' characters: too many' : ' characters'}</span>
    </span>
  );
}

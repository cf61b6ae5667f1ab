import type { SelectHTMLAttributes } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type SelectFieldProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...select}
          {...control}
          className={classNames('select w-full text-base', error !== undefined && 'select-error', className)}
        />
      )}
    </Field>
  );
}

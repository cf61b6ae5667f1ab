import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { Field, type FieldProps } from './field.tsx';

type TextAreaFieldProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextAreaField({ label, hint, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={classNames('textarea', error !== undefined && 'textarea-error', className)}
        />
      )}
    </Field>
  );
}

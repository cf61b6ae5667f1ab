import type { ReactNode } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Button, type Look } from '../button.tsx';
import { type ApiForm, useApiForm } from './api-form.ts';

interface Props {
  /** The field, by its name in a refusal. */
  name: string;
  render: (field: ReturnType<ApiForm<Record<string, string>>['field']>, typed: string) => ReactNode;
  /** Over the field. */
  children?: ReactNode;
  send: (typed: string) => Promise<unknown>;
  /** The words of the button that sends. */
  action: string;
  look?: Look;
  className?: string;
  /** Beside the reason of a refusal. */
  afterRefusal?: ReactNode;
  onCancel?: () => void;
}

/** A form with one field. */
export function OneFieldForm(props: Props) {
  const { name, render, children, send, action, look = 'primary', className, afterRefusal, onCancel } = props;
  const { field, failure, isSubmitting, submit, watch } = useApiForm<Record<string, string>>({
    defaultValues: { [name]: '' },
    send: (values) => send(values[name] ?? ''),
  });
  const button = (
    <Button type="submit" look={look} pending={isSubmitting}>
      {action}
    </Button>
  );
  return (
    <form noValidate className={classNames('flex flex-col gap-4', className)} onSubmit={submit}>
      {children}
      {render(field(name), watch(name) ?? '')}
      {failure !== undefined && (
        <div className="flex flex-wrap items-center gap-x-2">
          <ErrorLine>{failure}</ErrorLine>
          {afterRefusal}
        </div>
      )}
      {onCancel ? (
        <div className="flex flex-wrap gap-2">
          {button}
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : (
        button
      )}
    </form>
  );
}

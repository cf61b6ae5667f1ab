import { type ReactNode, type Ref, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/button.tsx';
import type { ApiForm } from '#client/ui/form/api-form.ts';
import { ErrorLine } from '#client/ui/state/errors.tsx';

interface Props {
  folded: ReturnType<typeof useFoldedForm>;
  /** What the button changes, for those who hear it without the card: "your password". */
  what: string;
  /** What is said of it, folded or not. */
  children: ReactNode;
}

/** What stands in a settings card, and beside it the button that unfolds the form. */
export function ChangeRow({ folded, what, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-40 text-muted">{children}</p>
      {!folded.isOpen && (
        <Button ref={folded.button} aria-label={`Change ${what}`} onClick={folded.unfold}>
          Change
        </Button>
      )}
    </div>
  );
}

/** A form that stands folded behind a button. The focus goes into its first field, and back to the button when it folds. */
export function useFoldedForm(form: RefObject<HTMLFormElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unfold = () => {
    flushSync(() => setOpen(true));
    form.current?.querySelector('input')?.focus();
  };
  const fold = () => {
    // A user who moved the focus elsewhere during a slow call keeps it there. Safari does not focus a button on a press.
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !form.current?.contains(activeElement);
    flushSync(() => setOpen(false));
    if (!isElsewhere) button.current?.focus();
  };
  return { isOpen, button, unfold, fold };
}

interface ChangeFormProps {
  ref: Ref<HTMLFormElement>;
  form: Pick<ApiForm<object>, 'failure' | 'isSubmitting' | 'submit'>;
  /** The words of the button that sends. */
  action: string;
  note?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** The form that a change row unfolds. */
export function ChangeForm({ ref, form, action, note, onCancel, children }: ChangeFormProps) {
  return (
    <form ref={ref} noValidate className="flex max-w-md flex-col gap-4" onSubmit={form.submit}>
      {children}
      <ErrorLine>{form.failure}</ErrorLine>
      {note !== undefined && <p className="text-muted text-small">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={form.isSubmitting}>
          {action}
        </Button>
        <Button look="quiet" disabled={form.isSubmitting} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

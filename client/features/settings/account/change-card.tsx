import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/button.tsx';
import type { ApiForm } from '#client/ui/form/api-form.ts';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { SettingsCard } from '../settings-card.tsx';

interface Props {
  title: string;
  folded: ReturnType<typeof useFoldedForm>;
  /** The object of the button, for people who hear it without the card: "your password". */
  what: string;
  /** The text of the card, folded or not. */
  about: ReactNode;
  /** The upstream's answer to a change. */
  answer?: string | undefined;
  form: Pick<ApiForm<object>, 'failure' | 'isSubmitting' | 'submit'> & { reset: () => void };
  /** The words of the button that sends. */
  action: string;
  note?: string;
  /** The fields. */
  children: ReactNode;
  /** Outside of the form. */
  dialog: ReactNode;
}

/** A settings card with the button that unfolds its form. */
export function ChangeCard(props: Props) {
  const { title, folded, what, about, answer, form, action, note, children, dialog } = props;
  return (
    <SettingsCard title={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-40 text-muted">{about}</p>
        {!folded.isOpen && (
          <Button ref={folded.button} aria-label={`Change ${what}`} onClick={folded.unfold}>
            Change
          </Button>
        )}
      </div>
      <p role="status" className="text-small empty:hidden">
        {answer}
      </p>
      {folded.isOpen && (
        <form ref={folded.form} noValidate className="flex max-w-md flex-col gap-4" onSubmit={form.submit}>
          {children}
          <ErrorLine>{form.failure}</ErrorLine>
          {note !== undefined && <p className="text-muted text-small">{note}</p>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" pending={form.isSubmitting}>
              {action}
            </Button>
            <Button
              look="quiet"
              disabled={form.isSubmitting}
              onClick={() => {
                form.reset();
                folded.fold();
              }}
            >
              Cancel
            </Button>
          </div>
        </form>
      )}
      {dialog}
    </SettingsCard>
  );
}

/** A form that stands folded behind a button. The focus goes into its first field, and back to the button when it folds. */
export function useFoldedForm() {
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
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
  return { isOpen, form, button, unfold, fold };
}

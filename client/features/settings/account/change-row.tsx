import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/button.tsx';

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

/** Stops the two inputs that crash another upstream before any call. */
export interface PasswordFields {
  currentPassword: string;
  newPassword: string;
  password: string;
}

export function passwordProblems({ currentPassword, newPassword, password }: PasswordFields): Partial<PasswordFields> {
  if (currentPassword === '') return { currentPassword: 'Type your current password.' };
  if (newPassword === '') return { newPassword: 'Type a new password.' };
  if (newPassword === currentPassword) return { newPassword: 'The new password is the same as the current one.' };
  if (newPassword !== password) return { password: 'The two new passwords differ.' };
  return {};
}

import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A form that stands folded behind a button. The focus goes into its first field, and back to the button when it folds. */
export function useFoldedForm(form: RefObject<HTMLFormElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unfold = () => {
    flushSync(() => setOpen(true));
    form.current?.querySelector('input')?.focus();
  };
  const fold = () => {
    // Somebody who has gone elsewhere while a slow call ran stays there. Safari focuses no button on a press.
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !form.current?.contains(activeElement);
    flushSync(() => setOpen(false));
    if (!isElsewhere) button.current?.focus();
  };
  return { isOpen, button, unfold, fold };
}

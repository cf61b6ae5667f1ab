import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';

/** What every open dialog shows in addition, because everything outside of it is inert. */
export const DialogNoticesContext = createContext<ReactNode>(null);

interface Props {
  /** daisyUI's classes for the position of the dialog in the window. */
  className: string;
  /** The accessible name, or the id of the element inside that is the name. */
  label?: string;
  labelledBy?: string;
  /** The id of the element inside that says more than the name. */
  describedBy?: string | undefined;
  onClose: () => void;
  /** False where closing without a choice would lose something: Escape then does nothing. */
  dismissible?: boolean;
  /** Whether a press beside the content closes, too. */
  closesOutside?: boolean;
  children: ReactNode;
}

/** A native modal: Escape closes, the page behind is inert, focus returns to where it was. Render it to open it. */
export function Modal(props: Props) {
  const { className, label, labelledBy, describedBy, onClose, dismissible = true, closesOutside, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const notices = useContext(DialogNoticesContext);
  // Opened before the first paint: with reduced motion, content that was painted hidden cannot take the focus yet.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    open(dialog);
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // Chromium lets a page prevent `cancel` once for each press: without this, a second Escape closes the dialog.
      closedby={dismissible ? undefined : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      // The browser closed it all the same, although the component that renders it keeps it open.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) open(currentTarget);
      }}
      // Keys belong to the dialog: what is around it in React's tree, such as a form or a chat, must not act on them.
      onKeyDown={(event) => event.stopPropagation()}
      // The dialog itself covers the page; what is inside stands on it.
      onClick={(event) => {
        if (closesOutside && event.target === event.currentTarget) onClose();
      }}
    >
      {children}
      {notices}
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
  dialog?.querySelector<HTMLElement>('[data-autofocus], .modal-action button, .modal-action a')?.focus();
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  title: string;
  /** Fills the top of the dialog, above a title in its middle. */
  picture?: ReactNode;
  children?: ReactNode;
  /** Buttons. The least destructive one comes first, because the first one gets the focus. */
  actions?: ReactNode;
  onClose: () => void;
  /** False where closing without a choice would lose something: Escape then does nothing. */
  dismissible?: boolean;
}

/** A native modal: Escape closes, the page behind is inert, focus returns to where it was. Render it to open it. */
export function Dialog({ title, picture, children, actions, onClose, dismissible = true }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Opened before the first paint: with reduced motion, content that was painted hidden cannot take the focus yet.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus], .modal-action button, .modal-action a')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className="modal modal-bottom sm:modal-middle"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
    >
      <div className="modal-box border border-base-300">
        {picture !== undefined && <div className="-mx-6 -mt-6 mb-4">{picture}</div>}
        <h2 id={titleId} className={picture === undefined ? 'text-h2' : 'text-center text-h1'}>
          {title}
        </h2>
        {children !== undefined && <div className="mt-3">{children}</div>}
        {actions !== undefined && <div className="modal-action flex-wrap">{actions}</div>}
      </div>
    </dialog>
  );
}

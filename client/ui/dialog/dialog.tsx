import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  title: string;
  /** The id of the element inside that says more than the title. */
  describedBy?: string;
  /** Fills the top of the dialog, above a title in its middle. */
  picture?: ReactNode;
  children?: ReactNode;
  /** Buttons. The least destructive one comes first, because the first one gets the focus. */
  actions?: ReactNode;
  onClose: () => void;
  /** False where closing without a choice would lose something: Escape then does nothing. */
  dismissible?: boolean;
}

/** A modal with a title, and buttons below its content. Render it to open it. */
export function Dialog({ title, describedBy, picture, children, actions, onClose, dismissible = true }: Props) {
  const titleId = useId();
  return (
    <Modal
      className="modal modal-bottom sm:modal-middle"
      labelledBy={titleId}
      describedBy={describedBy}
      onClose={onClose}
      dismissible={dismissible}
    >
      <div className="modal-box border border-base-300">
        {picture !== undefined && <div className="-mx-6 -mt-6 mb-4">{picture}</div>}
        <h2 id={titleId} className={picture === undefined ? 'text-h2' : 'text-center text-h1'}>
          {title}
        </h2>
        {children !== undefined && <div className="mt-3">{children}</div>}
        {actions !== undefined && <div className="modal-action flex-wrap">{actions}</div>}
      </div>
    </Modal>
  );
}

/** Notices that every open dialog shows too, because the page outside of it is inert. */
export const DialogNoticesContext = createContext<ReactNode>(null);

interface ModalProps {
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
export function Modal(props: ModalProps) {
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

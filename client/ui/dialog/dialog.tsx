import { type ReactNode, useId } from 'react';
import { Modal } from './modal.tsx';

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

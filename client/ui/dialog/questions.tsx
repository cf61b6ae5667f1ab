import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** The sentence that says what would be lost. */
  children?: string;
  /** For forms with a stored draft: leaving keeps the draft, and a further button discards it. */
  onDiscardDraft?: () => void;
}

/** Asks before a link, Back or closing the page discards unsaved changes. The button that stays has the focus. */
export function UnsavedGuard({ dirty, children = 'What you typed here is not saved.', onDiscardDraft }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return dirty && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button look="primary" onClick={() => blocker.reset()}>
            Keep editing
          </Button>
          {onDiscardDraft && <Button onClick={() => blocker.proceed()}>Leave, keep the draft</Button>}
          <Button
            look="quiet"
            onClick={() => {
              onDiscardDraft?.();
              blocker.proceed();
            }}
          >
            {onDiscardDraft ? 'Discard the draft' : 'Discard'}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}

/** Shown before logging out: unsent messages and other changes stay on this device until the same user logs in here again. */
export function UnsentDialog({ onStay, onLogOut }: { onStay: () => void; onLogOut: () => void }) {
  return (
    <Dialog
      title="Some changes are not sent yet"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button look="danger" onClick={onLogOut}>
            Log out all the same
          </Button>
        </>
      }
    >
      <p>They stay on this device and are sent when you log in here again.</p>
    </Dialog>
  );
}

interface ClearDeviceDialogProps {
  onKeep: () => void;
  onClear: () => void;
}

/** Asks before data that only this device has is deleted. */
export function ClearDeviceDialog({ onKeep, onClear }: ClearDeviceDialogProps) {
  return (
    <Dialog
      title="Clear this device?"
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>Keep everything</Button>
          <Button look="danger" onClick={onClear}>
            Clear
          </Button>
        </>
      }
    >
      <p>Drafts and messages that are not sent are gone for good. Your account stays as it is.</p>
    </Dialog>
  );
}

/** A dialog that only shows something: its one button closes it. */
export function ListDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  return <Dialog {...props} actions={<Button onClick={props.onClose}>Close</Button>} />;
}

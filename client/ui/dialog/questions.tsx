import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Button, type Look } from '../button.tsx';
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

interface ConfirmProps {
  title: string;
  /** The words of the button that leaves all as it is, and has the focus. */
  keep?: string;
  /** The words of the button that acts. */
  action: string;
  look?: Look;
  /** The words before the error that `onConfirm` rejects with; the dialog then stays open. */
  failed?: string;
  onConfirm: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** Says what a press does, before it is done. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, keep = 'Cancel', action, look = 'danger', failed, onConfirm, onClose, children } = props;
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useId();
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure([failed, errorMessage(error)].filter(Boolean).join(' '));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button type="submit" form={form} look={look} pending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void confirm(event)}>
        {children}
      </form>
      <ErrorLine className="mt-3">{failure}</ErrorLine>
    </Dialog>
  );
}

/** Shown before logging out: unsent messages and other changes stay on this device until the same user logs in here again. */
export function UnsentDialog({ onStay, onLogOut }: { onStay: () => void; onLogOut: () => void }) {
  return (
    <ConfirmDialog
      title="Some changes are not sent yet"
      keep="Stay"
      action="Log out all the same"
      onClose={onStay}
      onConfirm={onLogOut}
    >
      <p>They stay on this device and are sent when you log in here again.</p>
    </ConfirmDialog>
  );
}

/** Asks before data that only this device has is deleted. */
export function ClearDeviceDialog({ onKeep, onClear }: { onKeep: () => void; onClear: () => void }) {
  return (
    <ConfirmDialog
      title="Clear this device?"
      keep="Keep everything"
      action="Clear"
      onClose={onKeep}
      onConfirm={onClear}
    >
      <p>Drafts and messages that are not sent are gone for good. Your account stays as it is.</p>
    </ConfirmDialog>
  );
}

/** A dialog that only shows something: its one button closes it. */
export function ListDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  return <Dialog {...props} actions={<Button onClick={props.onClose}>Close</Button>} />;
}

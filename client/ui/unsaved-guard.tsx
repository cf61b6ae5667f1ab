import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  /** Whether something typed is not saved yet. */
  dirty: boolean;
  /** Says what would be lost. */
  children?: string;
  /** Where a draft stays on the device: leaving then keeps it, and discarding it is a choice of its own. */
  onDiscardDraft?: () => void;
}

/** Asks before unsaved work is left: by a link, by Back, by closing the page. Keeping on editing has the focus. */
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

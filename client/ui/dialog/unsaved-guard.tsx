import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
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

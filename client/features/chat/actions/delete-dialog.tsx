import { flushSync } from 'react-dom';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';

/** Asks once more before a message is deleted for everybody. */
export function DeleteDialog({ onClose, onDelete }: { onClose: () => void; onDelete: () => void }) {
  return (
    <Dialog
      title="Delete this message?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            onClick={() => {
              flushSync(onClose);
              onDelete();
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      Its text, pictures and reactions are gone for everybody here. “Message deleted” stays in its place.
    </Dialog>
  );
}

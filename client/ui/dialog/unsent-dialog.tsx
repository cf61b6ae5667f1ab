import { Button } from '#client/ui/button.tsx';
import { Dialog } from './dialog.tsx';

/** Shown before logging out: unsent messages stay on this device until the same user logs in here again. */
export function UnsentDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="Some messages are not sent yet"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button look="danger" onClick={onLeave}>
            Log out all the same
          </Button>
        </>
      }
    >
      <p>They stay on this device and are sent when you log in here again.</p>
    </Dialog>
  );
}

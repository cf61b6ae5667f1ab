import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Unsent messages stay on the device, but wait until the same person logs in here again: that is said first. */
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

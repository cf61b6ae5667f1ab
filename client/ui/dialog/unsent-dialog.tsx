import { Button } from '#client/ui/button.tsx';
import { Dialog } from './dialog.tsx';

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

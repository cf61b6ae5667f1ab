import { Button } from '#client/ui/button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  onKeep: () => void;
  onClear: () => void;
}

/** Asks before data that only this device has is deleted. */
export function ClearDeviceDialog({ onKeep, onClear }: Props) {
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

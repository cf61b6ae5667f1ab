import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  onKeep: () => void;
  onClear: () => void;
}

/** Asks before what only this device knows is forgotten. */
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

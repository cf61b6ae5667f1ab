import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { ClearDeviceDialog } from '#client/ui/dialog/clear-device-dialog.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { Menu } from '#client/ui/dialog/menu.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { UnsavedGuard } from '#client/ui/dialog/unsaved-guard.tsx';
import { UnsentDialog } from '#client/ui/dialog/unsent-dialog.tsx';
import { CropDialog } from '#client/ui/picture/crop-dialog.tsx';
import { Example, nothing, Room } from './example.tsx';

type Open = (close: () => void) => ReactNode;

const dialogs: Readonly<Record<string, Open>> = {
  dialog: (close) => (
    <Dialog
      title="Delete Kindform?"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button look="danger" onClick={close}>
            Delete
          </Button>
        </>
      }
    >
      The page, its members and the people who ask are gone for good.
    </Dialog>
  ),
  modal: (close) => (
    <Modal className="modal" label="Without a title" onClose={close} closesOutside>
      <div className="modal-box">
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      </div>
    </Modal>
  ),
  'clear-device-dialog': (close) => <ClearDeviceDialog onKeep={close} onClear={close} />,
  'unsent-dialog': (close) => <UnsentDialog onStay={close} onLogOut={close} />,
};

const items = [
  { label: 'Edit', icon: <Pencil size={16} aria-hidden="true" />, onSelect: nothing },
  { label: 'Delete', icon: <Trash2 size={16} aria-hidden="true" />, onSelect: nothing, danger: true },
];

export function Dialogs() {
  const [open, setOpen] = useState<Open>();
  const [picture, setPicture] = useState<ImageBitmap>();
  const close = () => setOpen(undefined);
  return (
    <Room name="dialogs">
      <Example title="dialogs, and the guard of unsaved changes, which asks when a page is left">
        {Object.entries(dialogs).map(([name, dialog]) => (
          <Button key={name} onClick={() => setOpen(() => dialog)}>
            {name}
          </Button>
        ))}
        <Button onClick={async () => setPicture(await createImageBitmap(new ImageData(320, 200)))}>crop-dialog</Button>
        <UnsavedGuard dirty={false} />
      </Example>
      <Example title="menu, popover">
        <Menu label="More" trigger="menu" heading="Kindform" items={items} />
        <Popover label="Why" trigger="popover" panelLabel="Why" panelClassName="w-56">
          {() => <p className="px-3 py-2 text-small">You both use Go.</p>}
        </Popover>
      </Example>
      {open?.(close)}
      {picture && (
        <CropDialog
          picture={picture}
          aspect={16 / 9}
          onCut={() => setPicture(undefined)}
          onClose={() => setPicture(undefined)}
        />
      )}
    </Room>
  );
}

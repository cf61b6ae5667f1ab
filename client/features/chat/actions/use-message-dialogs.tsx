import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { Report } from '#client/features/safety/block-person.tsx';
import { fullName } from '#client/lib/text/person.ts';
import { absoluteTime } from '#client/lib/text/time.ts';
import { ConfirmDialog } from '#client/ui/dialog/questions.tsx';
import type { User } from '#shared/api/users.ts';
import { PictureViewer } from '../pictures/picture-viewer.tsx';
import type { ShownMessage } from '../thread/thread-rows.ts';
import type { MessageTools } from './message-actions.ts';
import { MessageSheet } from './message-bar.tsx';

type Open = { message: ShownMessage } & ({ what: 'delete' | 'report' | 'sheet' } | { what: 'picture'; index: number });

interface Options {
  /** The other person of a conversation of two; undefined in a room, where each message has its author. */
  peer: User | undefined;
  isRoom: boolean;
  onDelete: (message: ShownMessage) => void;
}

/** The dialogs, the sheet and the picture viewer of one message, and how to open them. */
export function useMessageDialogs({ peer, isRoom, onDelete }: Options): {
  tools: Pick<MessageTools, 'remove' | 'report' | 'showPicture' | 'openSheet'>;
  dialogs: ReactNode;
} {
  const [open, setOpen] = useState<Open>();
  const canReport = useCapability('safety') && (peer !== undefined || isRoom);
  return {
    tools: {
      remove: (message) => setOpen({ what: 'delete', message }),
      report: canReport ? (message) => setOpen({ what: 'report', message }) : undefined,
      showPicture: (message, index) => setOpen({ what: 'picture', message, index }),
      openSheet: (message) => setOpen({ what: 'sheet', message }),
    },
    dialogs: open && (
      <Opened open={open} peer={open.message.sender ?? peer} onDelete={onDelete} onClose={() => setOpen(undefined)} />
    ),
  };
}

function Opened({ open, peer, onDelete, onClose }: Omit<Options, 'isRoom'> & { open: Open; onClose: () => void }) {
  const { message } = open;
  const { id, stored, own, createdAt } = message;
  if (open.what === 'report')
    return peer && id !== undefined && <Report person={peer} subject={{ kind: 'message', id }} onClose={onClose} />;
  return (
    <>
      {open.what === 'delete' && (
        <ConfirmDialog
          title="Delete this message?"
          keep="Keep it"
          action="Delete"
          onClose={onClose}
          onConfirm={() => {
            flushSync(onClose);
            onDelete(message);
          }}
        >
          Its text, pictures and reactions are gone for everybody here. “Message deleted” stays in its place.
        </ConfirmDialog>
      )}
      {open.what === 'sheet' && <MessageSheet message={message} onClose={onClose} />}
      {open.what === 'picture' && stored?.pictures && (
        <PictureViewer
          pictures={stored.pictures}
          first={open.index}
          caption={`${own ? 'You' : fullName(peer)}, ${absoluteTime(createdAt)}`}
          onClose={onClose}
        />
      )}
    </>
  );
}

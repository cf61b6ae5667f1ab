import { useAddress } from '#client/dom/use-address.ts';
import { messageLine } from '#client/text/message-line.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';

interface Props {
  pinned: readonly ChatMessage[];
  onUnpin: (messageId: string) => void;
  onClose: () => void;
}

/** The pinned messages of a room, the last pinned first. */
export function PinnedDialog({ pinned, onUnpin, onClose }: Props) {
  const [, writeAddress] = useAddress();
  const show = (messageId: string) => {
    onClose();
    writeAddress({ message: messageId });
  };
  return (
    <Dialog
      title="Pinned messages"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {pinned.length === 0 && <p className="text-muted">Nothing is pinned any more.</p>}
      <ul className="flex flex-col divide-y divide-base-300">
        {pinned.map((message) => (
          <li key={message._id} className="flex flex-col gap-1 py-3">
            <p className="flex items-baseline gap-2 text-small">
              <span className="truncate font-semibold" dir="auto">
                {fullName(message.senderId)}
              </span>
              <span className="ms-auto shrink-0">
                <RelativeTime iso={message.createdAt} />
              </span>
            </p>
            <p className="line-clamp-4 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
              {messageLine(message)}
            </p>
            <p className="flex gap-1">
              <Button look="quiet" className="btn-sm -ms-3 pointer-coarse:min-h-11" onClick={() => show(message._id)}>
                Show in the chat
              </Button>
              <Button look="quiet" className="btn-sm pointer-coarse:min-h-11" onClick={() => onUnpin(message._id)}>
                Unpin
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

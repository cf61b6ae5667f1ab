import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { messageExcerpt, messageLine } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { ListDialog } from '#client/ui/dialog/questions.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';

interface Props {
  pinned: readonly ChatMessage[];
  onUnpin: (messageId: string) => void;
}

/** The message that was pinned last; a press lists them all. */
export function PinnedStrip({ pinned, onUnpin }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [last] = pinned;
  return (
    <>
      {last && (
        <button
          type="button"
          className="flex min-h-11 w-full items-center gap-2 border-base-300 border-b bg-base-200 px-4 text-start text-small hover:bg-base-300 sm:px-6"
          onClick={() => setOpen(true)}
        >
          <Pin size={16} strokeWidth={1.75} className="shrink-0 text-primary" aria-hidden="true" />
          <span className="shrink-0 font-semibold">
            {pinned.length === 1 ? 'Pinned' : `${pinned.length} pinned`}
            <span className="sr-only">: </span>
          </span>
          <span className="min-w-0 flex-1 truncate text-muted" dir="auto">
            {messageExcerpt(messageLine(last))}
          </span>
        </button>
      )}
      {isOpen && <PinnedDialog pinned={pinned} onUnpin={onUnpin} onClose={() => setOpen(false)} />}
    </>
  );
}

interface PinnedDialogProps {
  pinned: readonly ChatMessage[];
  onUnpin: (messageId: string) => void;
  onClose: () => void;
}

function PinnedDialog({ pinned, onUnpin, onClose }: PinnedDialogProps) {
  const [, writeAddress] = useAddress();
  const show = (messageId: string) => {
    onClose();
    writeAddress({ message: messageId });
  };
  return (
    <ListDialog title="Pinned messages" onClose={onClose}>
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
    </ListDialog>
  );
}

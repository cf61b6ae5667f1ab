import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { messageLine } from '#client/text/message-line.ts';
import type { ChatMessage } from '#shared/api/chat.ts';
import { PinnedDialog } from './pinned-dialog.tsx';

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

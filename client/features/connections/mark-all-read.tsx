import { CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { announce } from '#client/dom/announce.ts';
import { classNames } from '#client/dom/class-names.ts';
import { useLive } from '#client/store/live/live-context.ts';
import { Button } from '#client/ui/button.tsx';
import type { Conversation } from '#shared/api/chat.ts';

/** Takes all unread messages as seen, at once; what the service does not take comes back, with a word about it. */
export function MarkAllRead({ conversations }: { conversations: readonly Conversation[] }) {
  const live = useLive();
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);
  const isUnread = conversations.some(({ unread }) => unread > 0);
  if (!isUnread) return null;

  const markAll = async () => {
    if (!live || busy.current) return;
    busy.current = true;
    setFailed(false);
    // The button is about to go.
    document.querySelector<HTMLElement>('main h1')?.focus();
    const done = await live.readAll(conversations);
    busy.current = false;
    if (done) announce('All messages are marked as read');
    else setFailed(true);
  };
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      {failed && (
        <p role="alert" className="text-error text-small">
          Not all of them could be marked as read. Try again when you are connected.
        </p>
      )}
      {/* Until it can work it keeps its place: the list below would jump. */}
      <Button
        look="quiet"
        className={classNames('btn-sm ms-auto', !live && 'invisible')}
        onClick={() => void markAll()}
      >
        <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
        Mark all read
      </Button>
    </div>
  );
}

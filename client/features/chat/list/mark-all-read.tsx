import CheckCheck from 'lucide-react/icons/check-check';
import { useRef, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { announce } from '#client/dom/focus/announce.ts';
import { useLive } from '#client/live/live-context.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine } from '#client/ui/state/error-line.tsx';
import type { ListedConversation } from '#shared/api/chat.ts';

interface Props {
  conversations: readonly ListedConversation[];
  /** Whether these are all conversations that can be loaded. */
  isComplete: boolean;
}

/** Marks all messages as read at once. Conversations that the upstream does not accept become unread again. */
export function MarkAllRead({ conversations, isComplete }: Props) {
  const live = useLive();
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);
  const isUnread = conversations.some(({ unread }) => unread > 0);
  if (!isUnread) return null;

  const markAll = async () => {
    if (!live || busy.current) return;
    busy.current = true;
    setFailed(false);
    // The button is about to disappear with the focus.
    document.querySelector<HTMLElement>('main h1')?.focus();
    const done = await live.readAll(conversations);
    busy.current = false;
    if (done) announce('All messages are marked as read');
    else setFailed(true);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {failed && <ErrorLine>Not all of them could be marked as read. Try again when you are connected.</ErrorLine>}
      {/* Invisible until it can work: it keeps its place, so that the list below does not jump. */}
      <Button
        look="quiet"
        className={classNames('btn-sm ms-auto', !(live && isComplete) && 'invisible')}
        onClick={() => void markAll()}
      >
        <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
        Mark all read
      </Button>
    </div>
  );
}

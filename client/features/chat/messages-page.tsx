import './chat-page.css';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useIsWide, useRootMark } from '#client/lib/dom/window-state.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ConversationList } from './list/conversation-list.tsx';

/** All conversations; on wide screens beside the place of the one that will be opened. */
export function MessagesPage() {
  const own = useOwnUser();
  const isWide = useIsWide();
  useRootMark('filled');
  return (
    <div className="flex min-h-0 flex-1" data-fill>
      <ConversationList
        ownId={own._id}
        currentKey={undefined}
        heading={
          <h1 tabIndex={-1} className="text-h2">
            Messages
          </h1>
        }
      />
      {isWide && (
        <div className="flex min-w-0 flex-1 flex-col items-center justify-center gap-3 p-6 text-center text-muted">
          <span className="grid size-16 place-items-center rounded-full bg-tint text-primary" aria-hidden="true">
            <MessagesSquare size={24} strokeWidth={1.75} />
          </span>
          <p className="max-w-xs text-balance">Choose a conversation, or search in all of them.</p>
        </div>
      )}
    </div>
  );
}

import { Bell } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useConversationList } from '#client/store/api/conversation-list.ts';
import { useNewsCount } from '#client/store/api/news-count.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { messageExcerpt } from '#client/text/message-format.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { CornerCount, Count } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/popover.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';

/** The bell: how much waits for the user, and what it is. */
export function Notifications() {
  const { total } = useNewsCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={total > 0 ? `Notifications, ${total} new` : 'Notifications'}
      trigger={
        <>
          <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
          {total > 0 && <CornerCount count={total} />}
        </>
      }
      className="relative size-[44px] p-0"
      panelLabel="Notifications"
      panelClassName="w-88 max-lg:mx-4"
      onOpenChange={setOpen}
    >
      {(close) => isOpen && <News onLeave={close} />}
    </Popover>
  );
}

/** Of each kind: more of them are on a screen of their own. */
const most = { requests: 5, conversations: 10 };

function News({ onLeave }: { onLeave: () => void }) {
  const { total } = useNewsCount();
  const requests = useAppSelector((state) => state.requests.items);
  const received = useReceivedQuery();
  const chats = useConversationList();
  const hasChatList = useCapability('chat.list');
  const conversations = useUnreadConversations();
  const heading = useRef<HTMLHeadingElement>(null);

  const isLoading = (requests === null && received.isLoading) || chats.isLoading;
  const error = (requests === null ? received.error : undefined) ?? chats.error;
  const retry = () => {
    // The button goes when it has worked.
    heading.current?.focus();
    if (received.isError) void received.refetch();
    if (chats.error !== undefined) chats.refetch();
  };
  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        data-autofocus
        className="flex flex-wrap items-baseline gap-x-2 px-2 py-1 text-h3"
      >
        Notifications {total > 0 && <span className="font-mono text-micro text-muted">{total} new</span>}
      </h2>
      {requests !== null && requests.length > 0 && (
        <ul aria-label="Requests">
          {requests.slice(0, most.requests).map(({ _id, fromUserID, createdAt }) => (
            <Row
              key={_id}
              href={to.requests()}
              person={fromUserID}
              line="wants to connect"
              at={createdAt}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {conversations.length > 0 && (
        <ul aria-label="Unread messages">
          {conversations.map(({ user, lastMessage, unread }) => (
            <Row
              key={user._id}
              href={to.chat(user._id)}
              person={user}
              line={lastMessage ? messageExcerpt(lastMessage.text) : ''}
              at={lastMessage?.createdAt}
              onLeave={onLeave}
            >
              <Count count={unread} word="unread" />
            </Row>
          ))}
        </ul>
      )}
      {isLoading && <RowBones rows={2} />}
      {error !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 p-2 text-error text-small">
          <span>{errorMessage(error)}</span>
          <Button pending={received.isFetching || chats.isFetching} onClick={retry}>
            {copy.retry}
          </Button>
        </div>
      )}
      {total === 0 && !isLoading && error === undefined && (
        <p className="px-2 py-6 text-center text-muted text-small">Nothing new</p>
      )}
      <p className="mt-2 flex flex-wrap gap-1 border-t border-base-300 pt-2">
        <Link to={to.requests()} className="btn btn-ghost flex-1" onClick={onLeave}>
          See all requests
        </Link>
        {hasChatList && (
          <Link to={to.connection()} className="btn btn-ghost flex-1" onClick={onLeave}>
            See all messages
          </Link>
        )}
      </p>
    </>
  );
}

/** Whoever waits longest may be on a later page. */
function useUnreadConversations() {
  const { conversations, loadMore } = useConversationList();
  const { unread } = useNewsCount();
  const found = conversations.filter((conversation) => conversation.unread > 0).slice(0, most.conversations);
  const isWhole = found.length === most.conversations || found.reduce((sum, each) => sum + each.unread, 0) >= unread;
  useEffect(() => {
    if (!isWhole) loadMore?.();
  }, [isWhole, loadMore]);
  return found;
}

interface RowProps {
  href: string;
  person: User | null;
  line: string;
  at: string | undefined;
  onLeave: () => void;
  children?: ReactNode;
}

function Row({ href, person, line, at, onLeave, children }: RowProps) {
  return (
    <li>
      <Link to={href} className="flex items-center gap-3 rounded-field p-2 hover:bg-base-200" onClick={onLeave}>
        <Avatar person={person} size={40} />
        <span className="min-w-0 flex-1">
          {/* Where text is so large that both do not fit, the time goes below. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 flex-[1_1_5rem] truncate font-semibold" dir="auto">
              {fullName(person)}
            </span>
            {at !== undefined && <RelativeTime iso={at} />}
          </span>
          <span className="flex items-center gap-2 text-small">
            <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-muted" dir="auto">
              {line}
            </span>
            {children}
          </span>
        </span>
      </Link>
    </li>
  );
}

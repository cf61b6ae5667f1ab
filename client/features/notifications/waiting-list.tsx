import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useConversationList } from '#client/store/api/chat/conversation-list.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { messageExcerpt } from '#client/text/message-format.ts';
import { Count } from '#client/ui/count.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { to } from '#shared/routes.ts';
import { NotificationRow } from './notification-row.tsx';
import { useNewsCount, useUnreadConversations } from './use-news-count.ts';

/** How many rows of each kind the panel shows; its links lead to the rest. */
const most = { requests: 5, conversations: 10 };

/** The list for an upstream without stored notifications: waiting requests and unread messages. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const { requests: waiting, unread } = useNewsCount();
  const total = waiting + unread;
  const requests = useAppSelector((state) => state.requests.items);
  const received = useReceivedQuery();
  const chats = useConversationList();
  const hasChatList = useCapability('chat.list');
  const conversations = useUnreadConversations(most.conversations);
  const heading = useRef<HTMLHeadingElement>(null);

  const isLoading = (requests === null && received.isLoading) || chats.isLoading;
  const error = (requests === null ? received.error : undefined) ?? chats.error;
  const retry = () => {
    // A successful retry removes the button, and the focus with it.
    heading.current?.focus();
    if (received.error !== undefined) void received.refetch();
    if (chats.error !== undefined) chats.refetch();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1} data-autofocus className="px-2 py-1 text-h3">
        Notifications
      </h2>
      {requests !== null && requests.length > 0 && (
        <ul aria-label="Requests">
          {requests.slice(0, most.requests).map(({ _id, fromUserID, createdAt }) => (
            <NotificationRow
              key={_id}
              href={to.requests()}
              person={fromUserID}
              line="wants to connect"
              at={createdAt}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      {conversations.length > 0 && (
        <ul aria-label="Unread messages">
          {conversations.map(({ user, lastMessage, unread }) => (
            <NotificationRow
              key={user._id}
              href={to.chat(user._id)}
              person={user}
              line={lastMessage ? messageExcerpt(lastMessage.text) : ''}
              at={lastMessage?.createdAt}
              onOpen={onClose}
            >
              <Count count={unread} word="unread" />
            </NotificationRow>
          ))}
        </ul>
      )}
      {isLoading && <RowBones rows={2} />}
      {error !== undefined && (
        <ErrorLine className="p-2" error={error} retrying={received.isFetching || chats.isFetching} onRetry={retry} />
      )}
      {total === 0 && !isLoading && error === undefined && (
        <p className="px-2 py-6 text-center text-muted text-small">Nothing new</p>
      )}
      <p className="px-2 pt-2 text-muted text-small">
        This server keeps no other notifications: what happened while you were away is on its own screen.
      </p>
      <p className="mt-2 flex flex-wrap gap-1 border-t border-base-300 pt-2">
        <Link to={to.requests()} className="btn btn-ghost flex-1" onClick={onClose}>
          See all requests
        </Link>
        {hasChatList && (
          <Link to={to.messages()} className="btn btn-ghost flex-1" onClick={onClose}>
            See all messages
          </Link>
        )}
      </p>
    </>
  );
}

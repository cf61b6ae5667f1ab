import { useDeferredValue, useRef } from 'react';
import { useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import { useNotificationsInfiniteQuery, useReadNotificationsMutation } from '#client/store/api/notifications-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorLine, RetryLine } from '#client/ui/state/error-line.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { Conversation } from '#shared/api/chat.ts';
import type { NotificationItem } from '#shared/api/notifications.ts';
import { notificationText } from '#shared/notification-text.ts';
import { NotificationRow } from './notification-row.tsx';

/** The panel opens without its rows, which it shows in the next frame. */
const noRows: readonly NotificationItem[] = [];

/** The height of a row, about, for the place of the rows until then. */
const rowHeight = 60;

/** The stored notifications of the last 90 days, unread ones marked. With the capability `notifications`. */
export function NotificationHistory({ onLeave }: { onLeave: () => void }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useNotificationsInfiniteQuery();
  const [read, reading] = useReadNotificationsMutation();
  const { conversations } = useConversationList();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = data && eachOnce(data.pages.flatMap((page) => page.items));
  const shown = useDeferredValue(items, items && noRows);
  const later = (items?.length ?? 0) - (shown?.length ?? 0);
  const unread = data?.pages[0]?.unread ?? 0;

  const readAll = () => {
    // The button disappears with the focus.
    heading.current?.focus();
    void read('all');
  };
  const retry = () => {
    heading.current?.focus();
    void refetch();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 px-2 py-1">
        <h2 ref={heading} tabIndex={-1} data-autofocus className="text-h3">
          Notifications {unread > 0 && <span className="font-mono text-micro text-muted">{unread} unread</span>}
        </h2>
        {unread > 0 && (
          <Button className="btn-sm pointer-coarse:min-h-11" pending={reading.isLoading} onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </div>
      {reading.error !== undefined && <ErrorLine className="p-2">{errorMessage(reading.error)}</ErrorLine>}
      {items !== undefined && items.length > 0 && (
        <ul aria-label="Notifications" className="flex flex-col gap-1">
          {shown?.map((item) => (
            <Row
              key={item._id}
              item={withUnread(item, conversations)}
              onOpen={() => {
                if (item.readAt === null) void read([item._id]);
                onLeave();
              }}
            />
          ))}
          {later > 0 && <li aria-hidden="true" style={{ height: later * rowHeight }} />}
        </ul>
      )}
      {items === undefined && error === undefined && <RowBones rows={3} />}
      {error !== undefined && (items === undefined || isFetchNextPageError) && (
        <RetryLine className="p-2" error={error} retrying={isFetching} onRetry={retry} />
      )}
      {items?.length === 0 && (
        <p className="px-2 py-6 text-center text-muted text-small">
          Nothing yet. Requests, answers and messages appear here, and stay for 90 days.
        </p>
      )}
      {hasNextPage && (
        <Button className="mt-2 w-full" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function Row({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const { title, line, href } = notificationText(item, fullName(item.actor));
  const isUnread = item.readAt === null;
  return (
    <NotificationRow
      href={href}
      title={title}
      person={item.actor ?? null}
      line={line}
      at={item.createdAt}
      isUnread={isUnread}
      onLeave={onOpen}
    />
  );
}

/** Further messages of an unread conversation send no notification: how many there are is known from the conversation. */
function withUnread(item: NotificationItem, conversations: readonly Conversation[]): NotificationItem {
  if (item.kind !== 'message') return item;
  const unread = conversations.find(({ user }) => user._id === item.actor?._id)?.unread;
  return unread ? { ...item, count: unread } : item;
}

/** Removes double rows: a row that was renewed between the loads of two pages is on both. */
function eachOnce(items: readonly NotificationItem[]): NotificationItem[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}

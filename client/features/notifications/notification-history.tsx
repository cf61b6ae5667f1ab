import { useRef } from 'react';
import { useNotificationsInfiniteQuery, useReadNotificationsMutation } from '#client/store/api/notifications-api.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { Button } from '#client/ui/button.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import type { NotificationItem } from '#shared/api/notifications.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationText } from './notification-text.ts';

/** The stored notifications of the last 90 days, unread ones marked. With the capability `notifications`. */
export function NotificationHistory({ onLeave }: { onLeave: () => void }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useNotificationsInfiniteQuery();
  const [read, reading] = useReadNotificationsMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = data && eachOnce(data.pages.flatMap((page) => page.items));
  const unread = data?.pages[0]?.unread ?? 0;

  const readAll = () => {
    // The button goes, and the focus with it.
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
      {reading.error !== undefined && (
        <p role="alert" className="p-2 text-error text-small">
          {errorMessage(reading.error)}
        </p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul aria-label="Notifications" className="flex flex-col gap-1">
          {items.map((item) => (
            <Row
              key={item._id}
              item={item}
              onOpen={() => {
                if (item.readAt === null) void read([item._id]);
                onLeave();
              }}
            />
          ))}
        </ul>
      )}
      {items === undefined && error === undefined && <RowBones rows={3} />}
      {error !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 p-2 text-error text-small">
          <span>{errorMessage(error)}</span>
          <Button pending={isFetching} onClick={retry}>
            {copy.retry}
          </Button>
        </div>
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
  const { title, line, href } = notificationText(item);
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

/** A row that was renewed between two pages is on both. */
function eachOnce(items: readonly NotificationItem[]): NotificationItem[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}

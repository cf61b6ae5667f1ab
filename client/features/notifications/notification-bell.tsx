import Bell from 'lucide-react/icons/bell';
import { useDeferredValue, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { unreadNotices, useNotificationsInfiniteQuery } from '#client/api/notifications/notifications-api.ts';
import { CornerCount } from '#client/ui/count.tsx';
import { Popover } from '#client/ui/dialog/popover.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { NotificationItem } from '#shared/api/notifications.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import { NoticeRow, rowsOf, useMarkAllRead } from './notification-row.tsx';
import { useNewsCount } from './use-news-count.ts';

/** The bell with its panel of all notifications, where the upstream stores them. Its badge counts what the panel calls unread. */
export function NotificationBell() {
  const areStored = useCapability('notifications');
  const { notices } = useNewsCount();
  const [isOpen, setOpen] = useState(false);
  if (!areStored) return null;
  return (
    <Popover
      label={notices > 0 ? `Notifications, ${notices} unread` : 'Notifications'}
      trigger={
        <>
          <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
          {notices > 0 && <CornerCount count={notices} />}
        </>
      }
      className="relative size-[44px] p-0"
      panelLabel="Notifications"
      panelClassName="sheet-on-phone sm:w-88 sm:max-lg:mx-4"
      onOpenChange={setOpen}
    >
      {(close) => isOpen && <NotificationPanel onClose={close} />}
    </Popover>
  );
}

/** The panel opens without its rows, which it shows in the next frame. */
const noRows: readonly NotificationItem[] = [];

/** The height of a row, about, for the place of the rows until then. */
const rowHeight = 60;

/** The newest stored notifications, unread ones marked. With the capability `notifications`. */
function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useNotificationsInfiniteQuery(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = data && rowsOf(data.pages).slice(0, limits.newNotifications);
  const shown = useDeferredValue(items, items && noRows);
  const later = (items?.length ?? 0) - (shown?.length ?? 0);
  const unread = data?.pages[0] ? unreadNotices(data.pages[0]) : 0;
  const markAll = useMarkAllRead(unread, () => heading.current?.focus());

  const retry = () => {
    heading.current?.focus();
    void refetch();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 px-2 py-1">
        <h2 ref={heading} tabIndex={-1} data-autofocus className="text-h3">
          <span>Notifications</span>{' '}
          {unread > 0 && <span className="font-mono text-micro text-muted">{unread} unread</span>}
        </h2>
        {markAll.button}
      </div>
      {markAll.failed}
      {items !== undefined && items.length > 0 && (
        <ul aria-label="Notifications" className="flex flex-col gap-1">
          {shown?.map((item) => (
            <NoticeRow key={item._id} item={item} onOpen={onClose} />
          ))}
          {later > 0 && <li aria-hidden="true" style={{ height: later * rowHeight }} />}
        </ul>
      )}
      {items === undefined && error === undefined && <RowBones rows={3} />}
      {error !== undefined && items === undefined && (
        <ErrorLine className="p-2" error={error} retrying={isFetching} onRetry={retry} />
      )}
      {items?.length === 0 && (
        <p className="px-2 py-6 text-center text-muted text-small">
          Nothing yet. Requests and answers appear here, and stay for 90 days.
        </p>
      )}
      <p className="mt-2 border-t border-base-300 pt-2">
        <Link to={to.notifications()} className="btn btn-ghost w-full" onClick={onClose}>
          See all notifications
        </Link>
      </p>
    </>
  );
}

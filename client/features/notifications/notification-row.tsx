import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router-dom';
import { type NoticeFilter, useReadNotificationsMutation } from '#client/api/notifications/notifications-api.ts';
import { classNames } from '#client/lib/dom/class-names.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import type { NotificationItem, NotificationsReply } from '#shared/api/notifications.ts';
import { notificationText } from '#shared/notification-text.ts';

interface Props {
  item: NotificationItem;
  /** Whether it stands under the heading of its day. */
  isUnderDay?: boolean;
  onOpen?: () => void;
}

/** One stored notification, which a press marks as read. */
export function NoticeRow({ item, isUnderDay = false, onOpen }: Props) {
  const [read] = useReadNotificationsMutation();
  const { title, line, href } = notificationText(item, fullName(item.actor));
  const isUnread = item.readAt === null;
  const Icon = iconOf(item);
  const open = () => {
    if (isUnread) void read([item._id]);
    onOpen?.();
  };
  return (
    <li>
      <Link
        to={href}
        className={classNames(
          'flex items-center gap-3 rounded-field p-2 hover:bg-base-content/6',
          isUnread && 'bg-primary/8 forced-colors:border',
        )}
        onClick={open}
      >
        {item.actor ? (
          <Avatar person={item.actor} size={40} />
        ) : (
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-base-200">
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
        )}
        <span className="min-w-0 flex-1">
          {/* With very large text the time wraps below the name. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 flex-[1_1_5rem] truncate font-semibold" dir="auto">
              {title}
            </span>
            <RelativeTime iso={item.createdAt} isUnderDay={isUnderDay} />
          </span>
          <span className="flex items-center gap-2 text-small">
            <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-muted" dir="auto">
              {line}
            </span>
            {isUnread && (
              <span className="size-2 shrink-0 rounded-full bg-primary">
                <span className="sr-only">, unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** For a notification without a person. */
function iconOf({ kind, project }: NotificationItem): LucideIcon {
  if (project !== undefined) return FolderKanban;
  return kind === 'account' ? ShieldCheck : Bell;
}

/**
 * The rows of the loaded pages, each once: a row that was renewed between the loads of two pages is on both. An older
 * upstream also sends rows that it was not asked for, and rows of a cached list may have been read since it was loaded.
 */
export function rowsOf(
  pages: readonly NotificationsReply[],
  { kinds, unread = false }: NoticeFilter = {},
): NotificationItem[] {
  const items = pages
    .flatMap((page) => page.items)
    .filter(({ kind }) => kind !== 'message' && (kinds === undefined || kinds.includes(kind)))
    .filter(({ readAt }) => !unread || readAt === null);
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}

/** The button that marks all notifications as read, and why that failed. `onPress` is called before the button leaves. */
export function useMarkAllRead(unread: number, onPress: () => void) {
  const [read, { isLoading, error }] = useReadNotificationsMutation();
  return {
    button: unread > 0 && (
      <Button
        className="btn-sm pointer-coarse:min-h-11"
        pending={isLoading}
        onClick={() => {
          onPress();
          void read('all');
        }}
      >
        Mark all read
      </Button>
    ),
    failed: error !== undefined && <ErrorLine className="p-2">{errorMessage(error)}</ErrorLine>,
  };
}

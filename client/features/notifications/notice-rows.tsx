import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type NoticeFilter, useReadNotificationsMutation } from '#client/store/api/notifications/notifications-api.ts';
import { fullName } from '#client/text/person.ts';
import type { NotificationItem, NotificationsReply } from '#shared/api/notifications.ts';
import { notificationText } from '#shared/notification-text.ts';
import { NotificationRow } from './notification-row.tsx';

interface Props {
  item: NotificationItem;
  isUnderDay?: boolean;
  onOpen?: () => void;
}

/** One stored notification, which a press marks as read. */
export function NoticeRow({ item, isUnderDay = false, onOpen }: Props) {
  const [read] = useReadNotificationsMutation();
  const { title, line, href } = notificationText(item, fullName(item.actor));
  return (
    <NotificationRow
      href={href}
      title={title}
      person={item.actor ?? null}
      icon={iconOf(item)}
      line={line}
      at={item.createdAt}
      isUnderDay={isUnderDay}
      isUnread={item.readAt === null}
      onOpen={() => {
        if (item.readAt === null) void read([item._id]);
        onOpen?.();
      }}
    />
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

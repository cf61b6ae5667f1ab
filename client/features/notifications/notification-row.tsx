import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type NoticeFilter, useReadNotificationsMutation } from '#client/api/notifications/notifications-api.ts';
import { classNames } from '#client/lib/dom/class-names.ts';
import { fullName } from '#client/lib/text/person.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import type { NotificationItem, NotificationsReply } from '#shared/api/notifications.ts';
import type { User } from '#shared/api/users.ts';
import { notificationText } from '#shared/notification-text.ts';

interface Props {
  href: string;
  person: User | null;
  /** The bold text: the person's name, or another subject, which has an icon instead of an avatar. */
  title?: string;
  icon?: LucideIcon;
  line: string;
  at: string | undefined;
  /** Whether it stands under the heading of its day. */
  isUnderDay?: boolean;
  isUnread?: boolean;
  onOpen: () => void;
  children?: ReactNode;
}

export function NotificationRow({
  href,
  person,
  title,
  icon: Icon = Bell,
  line,
  at,
  isUnderDay = false,
  isUnread = false,
  onOpen,
  children,
}: Props) {
  return (
    <li>
      <Link
        to={href}
        className={classNames(
          'flex items-center gap-3 rounded-field p-2 hover:bg-base-content/6',
          isUnread && 'bg-primary/8 forced-colors:border',
        )}
        onClick={onOpen}
      >
        {title !== undefined && person === null ? (
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-base-200">
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
        ) : (
          <Avatar person={person} size={40} />
        )}
        <span className="min-w-0 flex-1">
          {/* With very large text the time wraps below the name. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 flex-[1_1_5rem] truncate font-semibold" dir="auto">
              {title ?? fullName(person)}
            </span>
            {at !== undefined && <RelativeTime iso={at} isUnderDay={isUnderDay} />}
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
            {children}
          </span>
        </span>
      </Link>
    </li>
  );
}

interface NoticeRowsProps {
  item: NotificationItem;
  isUnderDay?: boolean;
  onOpen?: () => void;
}

/** One stored notification, which a press marks as read. */
export function NoticeRow({ item, isUnderDay = false, onOpen }: NoticeRowsProps) {
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

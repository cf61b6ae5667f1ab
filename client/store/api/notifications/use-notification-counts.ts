import { useCapability } from '#client/store/api/capabilities.ts';
import type { UnreadNotifications } from '#shared/api/notifications.ts';
import { useNotificationsInfiniteQuery } from './notifications-api.ts';

/** The unread counts of the upstream; undefined while they load, and where the upstream keeps none. */
export function useNotificationCounts({ skip = false } = {}): UnreadNotifications | undefined {
  const keeps = useCapability('notifications');
  const { data } = useNotificationsInfiniteQuery(undefined, { skip: skip || !keeps });
  return data?.pages[0];
}

/** How many notifications are unread. The unread messages are counted at Messages. */
export function unreadNotices({ unread, unreadOf }: UnreadNotifications): number {
  return Math.max(0, unread - (unreadOf.message ?? 0));
}

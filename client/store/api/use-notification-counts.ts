import type { UnreadNotifications } from '#shared/api/notifications.ts';
import { useCapability } from './capabilities.ts';
import { useNotificationsInfiniteQuery } from './notifications-api.ts';

/** The unread counts of the upstream; undefined while they load, and where the upstream keeps none. */
export function useNotificationCounts({ skip = false } = {}): UnreadNotifications | undefined {
  const keeps = useCapability('notifications');
  const { data } = useNotificationsInfiniteQuery(undefined, { skip: skip || !keeps });
  return data?.pages[0];
}

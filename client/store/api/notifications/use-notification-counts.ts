import { loadCapabilities, useCapability } from '#client/store/api/capabilities.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { UnreadNotifications } from '#shared/api/notifications.ts';
import { notificationsApi, useNotificationsInfiniteQuery } from './notifications-api.ts';

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

/** Loads them before a screen that shows them is drawn. */
export async function callNotificationCounts(store: AppStore): Promise<void> {
  if (!(await loadCapabilities(store))?.includes('notifications')) return;
  await store.dispatch(notificationsApi.endpoints.notifications.initiate(undefined, { subscribe: false }));
}

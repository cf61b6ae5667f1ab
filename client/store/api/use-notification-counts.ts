import type { AppStore } from '#client/store/make-store.ts';
import type { UnreadNotifications } from '#shared/api/notifications.ts';
import { loadCapabilities, useCapability } from './capabilities.ts';
import { notificationsApi, useNotificationsInfiniteQuery } from './notifications-api.ts';

/** The unread counts of the upstream; undefined while they load, and where the upstream keeps none. */
export function useNotificationCounts({ skip = false } = {}): UnreadNotifications | undefined {
  const keeps = useCapability('notifications');
  const { data } = useNotificationsInfiniteQuery(undefined, { skip: skip || !keeps });
  return data?.pages[0];
}

/** Loads them before a screen that shows them is drawn. */
export async function beginNotificationCounts(store: AppStore): Promise<void> {
  if (!(await loadCapabilities(store))?.includes('notifications')) return;
  await store.dispatch(notificationsApi.endpoints.notifications.initiate(undefined, { subscribe: false }));
}

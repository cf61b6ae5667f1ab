import { notificationsApi } from '#client/store/api/notifications/notifications-api.ts';
import { callNotificationCounts } from '#client/store/api/notifications/use-notification-counts.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';

/** The list of all kinds, whose first page has the counts of the tabs. */
export const callNotifications: FirstCalls = async (store) => {
  await callNotificationCounts(store);
  const { data } = notificationsApi.endpoints.notifications.select(undefined)(store.getState());
  return { answer: data, shown: ['photoUrl'] };
};

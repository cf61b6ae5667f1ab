import { useCapability } from '#client/api/capabilities.ts';
import { NotificationsPage } from '#client/features/notifications/notifications-page.tsx';
import { RouteErrorView } from './errors/route-error-view.tsx';

/** At an upstream that stores no notifications, their address is an unknown one. */
export function NotificationsScreen() {
  return useCapability('notifications') ? <NotificationsPage /> : <RouteErrorView error={undefined} />;
}

import { NotificationsPage } from '#client/features/notifications/notifications-page.tsx';
import { includes, useCapabilities } from '#client/store/api/capabilities.ts';
import { RouteErrorView } from './errors/route-error-view.tsx';

/** At an upstream that stores no notifications, their address is an unknown one. */
export function NotificationsScreen() {
  const offered = useCapabilities();
  if (offered === undefined || includes(offered, 'notifications')) return <NotificationsPage />;
  return <RouteErrorView error={undefined} />;
}

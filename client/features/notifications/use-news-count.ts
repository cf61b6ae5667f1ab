import { useNotificationCounts } from '#client/store/api/use-notification-counts.ts';
import { useUnreadCount } from '#client/store/chat/use-conversation-list.ts';
import { useAppSelector } from '#client/store/hooks.ts';

export interface NewsCount {
  /** Requests that wait for an answer: the badge of Requests. */
  requests: number;
  /** Unread messages: the badge of Connections. */
  unread: number;
  /** People who ask to join the user's projects: the badge of Projects. */
  askers: number;
  /** Unread notifications that no other badge counts: the badge of the bell. */
  others: number;
  /** The sum of the others. */
  total: number;
}

/** The numbers of the badges. No two badges count the same thing, so their sum counts nothing twice. */
export function useNewsCount(): NewsCount {
  const requests = useAppSelector((state) => state.requests.items?.length ?? 0);
  const unread = useUnreadCount();
  const counts = useNotificationCounts();
  const { connected = 0, 'interest-reviewed': answered = 0, account = 0 } = counts?.unreadOf ?? {};
  const askers = counts?.askers ?? 0;
  const others = connected + answered + account;
  return { requests, unread, askers, others, total: requests + unread + askers + others };
}

import { createContext, useContext, useMemo } from 'react';
import { useUnreadCount } from '#client/store/api/chat/use-conversation-list.ts';
import { useReceivedQuery } from '#client/store/api/people-api.ts';
import { useNotificationCounts } from '#client/store/api/use-notification-counts.ts';
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

export const NewsCountContext = createContext<NewsCount>({ requests: 0, unread: 0, askers: 0, others: 0, total: 0 });

/** The numbers of the badges. No two badges count the same thing, so their sum counts nothing twice. */
export function useNewsCount(): NewsCount {
  return useContext(NewsCountContext);
}

/** Loads the numbers of the badges, once for all of them; with `skip` not yet. */
export function useLoadedNewsCount({ skip }: { skip: boolean }): NewsCount {
  useReceivedQuery(undefined, { skip });
  const requests = useAppSelector((state) => state.requests.items?.length ?? 0);
  const unread = useUnreadCount({ skip });
  const counts = useNotificationCounts({ skip });
  const { connected = 0, 'interest-reviewed': answered = 0, account = 0 } = counts?.unreadOf ?? {};
  const askers = counts?.askers ?? 0;
  const others = connected + answered + account;
  return useMemo(
    () => ({ requests, unread, askers, others, total: requests + unread + askers + others }),
    [requests, unread, askers, others],
  );
}

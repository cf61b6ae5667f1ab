import { createContext, useContext, useEffect, useMemo } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useUnreadCount } from '#client/api/chat/conversation-list.ts';
import { unreadNotices, useNotificationCounts } from '#client/api/notifications/notifications-api.ts';
import { useReceivedQuery } from '#client/api/people-api.ts';
import { usePreferences } from '#client/lib/device/preferences.ts';
import { setTitleCount } from '#client/lib/dom/page.ts';
import { useAppSelector } from '#client/state/hooks.ts';

export interface NewsCount {
  /** Requests that wait for an answer: the badge of Requests. */
  requests: number;
  /** Unread messages: the badge of Messages. */
  unread: number;
  /** People who ask to join the user's projects: the badge of Projects. */
  askers: number;
  /** Unread notifications, as their panel counts them: the badge of the bell. */
  notices: number;
  /** Unread notifications and unread messages together: the number in the title of the page. */
  total: number;
}

export const NewsCountContext = createContext<NewsCount>({ requests: 0, unread: 0, askers: 0, notices: 0, total: 0 });

/** The numbers of the badges: what is new at the bell and at Messages, what waits for an answer at Requests and Projects. */
export function useNewsCount(): NewsCount {
  return useContext(NewsCountContext);
}

/** Loads the numbers of the badges, once for all of them; with `skip` not yet. */
export function useLoadedNewsCount({ skip }: { skip: boolean }): NewsCount {
  useReceivedQuery(undefined, { skip });
  const requests = useAppSelector((state) => state.requests.items?.length ?? 0);
  const unread = useUnreadCount({ skip });
  const counts = useNotificationCounts({ skip });
  const askers = counts?.askers ?? 0;
  const notices = counts ? unreadNotices(counts) : 0;
  // Without stored notifications, the requests that wait are the news.
  const total = unread + (useCapability('notifications') ? notices : requests);
  return useMemo(() => ({ requests, unread, askers, notices, total }), [requests, unread, askers, notices, total]);
}

/** Shows the number of notifications in the page title, unless the user has switched that off. */
export function useTitleCount(total: number): void {
  const { titleCount } = usePreferences();
  const count = titleCount ? total : 0;
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
}

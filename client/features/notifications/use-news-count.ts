import { useUnreadCount } from '#client/store/chat/use-conversation-list.ts';
import { useAppSelector } from '#client/store/hooks.ts';

/** What waits for the user: requests for an answer, messages to be read. The bell and the title count both. */
export function useNewsCount(): { requests: number; unread: number; total: number } {
  const requests = useAppSelector((state) => state.requests.items?.length ?? 0);
  const unread = useUnreadCount();
  return { requests, unread, total: requests + unread };
}

import { baseApi, byCursor } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import type {
  NotificationItem,
  NotificationKind,
  NotificationsReply,
  UnreadNotifications,
} from '#shared/api/notifications.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';

/** The filters of a list of notifications; without any, it has all of them. */
export interface NoticeFilter {
  kinds?: readonly NotificationKind[] | undefined;
  unread?: boolean;
}

export const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * With the capability `notifications`: page by page, newest first, each with the counts of now. Messages have a screen
     * of their own and are never among them.
     */
    notifications: build.infiniteQuery<NotificationsReply, NoticeFilter | undefined, string>({
      query: ({ queryArg, pageParam }) => ({
        url: apiPaths.notifications,
        params: {
          ...(pageParam === '' ? { limit: limits.newNotifications } : { cursor: pageParam }),
          without: 'message',
          ...(queryArg?.kinds && { kinds: queryArg.kinds.join() }),
          ...(queryArg?.unread && { unread: 'true' }),
        },
      }),
      infiniteQueryOptions: byCursor,
      providesTags: ['Notifications'],
    }),
    /** Marks some or all notifications as read, at once on screen; after a failure they are unread again. */
    readNotifications: build.mutation<UnreadNotifications, readonly string[] | 'all'>({
      query: (ids) => ({
        url: apiPaths.notificationsRead,
        method: 'POST',
        body: ids === 'all' ? { all: true } : { ids },
      }),
      invalidatesTags: (_counts, error) => (error ? ['Notifications'] : []),
      onQueryStarted: async (ids, { dispatch, getState, queryFulfilled }) => {
        // Each filter has a list of its own.
        const inAll = (change: (pages: NotificationsReply[]) => void) => {
          for (const { endpointName, originalArgs } of notificationsApi.util.selectInvalidatedBy(getState(), [
            'Notifications',
          ]))
            if (endpointName === 'notifications')
              dispatch(
                notificationsApi.util.updateQueryData('notifications', originalArgs, ({ pages }) => change(pages)),
              );
        };
        const marked = new Set<string>();
        inAll((pages) => {
          const [first] = pages;
          for (const item of pages.flatMap(({ items }) => items))
            if (item.readAt === null && (ids === 'all' || ids.includes(item._id))) {
              marked.add(item._id);
              item.readAt = new Date().toISOString();
              if (first) countRead(first, item);
            }
        });
        try {
          const { data } = await queryFulfilled;
          inAll(([first]) => {
            if (first) Object.assign(first, data);
          });
        } catch {
          // By id: meanwhile an event may have put a row first. The counts come with the next answer.
          inAll((pages) => {
            for (const item of pages.flatMap(({ items }) => items)) if (marked.has(item._id)) item.readAt = null;
          });
        }
      },
    }),
  }),
});

function countRead(counts: UnreadNotifications, { kind }: NotificationItem): void {
  counts.unread = Math.max(0, counts.unread - 1);
  counts.unreadOf[kind] = Math.max(0, (counts.unreadOf[kind] ?? 0) - 1);
}

export const { useNotificationsInfiniteQuery, useReadNotificationsMutation } = notificationsApi;

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

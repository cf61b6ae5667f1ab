import type { NotificationItem, NotificationsReply, UnreadNotifications } from '#shared/api/notifications.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

export const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With the capability `notifications`: page by page, newest first, each with the counts of now. */
    notifications: build.infiniteQuery<NotificationsReply, void, string>({
      query: ({ pageParam }) => ({
        url: apiPaths.notifications,
        params: pageParam === '' ? { limit: limits.newNotifications } : { cursor: pageParam },
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
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
      onQueryStarted: async (ids, { dispatch, queryFulfilled }) => {
        const marked = new Set<string>();
        dispatch(
          notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
            const [first] = pages;
            for (const item of pages.flatMap(({ items }) => items))
              if (item.readAt === null && (ids === 'all' || ids.includes(item._id))) {
                marked.add(item._id);
                item.readAt = new Date().toISOString();
                if (first) countRead(first, item);
              }
          }),
        );
        try {
          const { data } = await queryFulfilled;
          dispatch(
            notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
              if (pages[0]) Object.assign(pages[0], data);
            }),
          );
        } catch {
          // By id: meanwhile an event may have put a row first. The counts come with the next answer.
          dispatch(
            notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
              for (const item of pages.flatMap(({ items }) => items)) if (marked.has(item._id)) item.readAt = null;
            }),
          );
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

import { notificationsApi } from '#client/store/api/notifications/notifications-api.ts';
import type { LiveParts } from './live-parts.ts';

/** The user has read notifications in another tab or on another device. */
export function hearNotificationsRead({ socket, store }: LiveParts): void {
  socket.on('notificationsRead', (counts) => {
    store.dispatch(
      notificationsApi.util.updateQueryData('notifications', undefined, ({ pages }) => {
        if (pages[0]) Object.assign(pages[0], counts);
      }),
    );
    // The counts do not tell which rows were read.
    store.dispatch(notificationsApi.util.invalidateTags(['Notifications']));
  });
}

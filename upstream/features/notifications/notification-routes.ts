import {
  type NotificationsReply,
  readNotificationsSchema,
  type UnreadNotifications,
} from '#shared/api/notifications.ts';
import { pageQuerySchema } from '#shared/api/search.ts';
import type { Deps } from '#upstream/deps.ts';
import { decodeTimeCursor, encodeTimeCursor } from '#upstream/http/cursor.ts';
import { cutPage } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { listNotifications, markRead } from './notification-store.ts';
import { countNotifications, presentNotifications } from './present-notifications.ts';

const capability = 'notifications';

export function notificationRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/notifications',
      summary: "The caller's notifications of the last 90 days, newest first, and how many are unread",
      tag: 'notifications',
      access: 'session',
      capability,
      query: pageQuerySchema,
      async handle({ viewer, query }): Promise<NotificationsReply> {
        const found = await listNotifications(db, viewer.userId, query.limit, decodeTimeCursor(query.cursor));
        const { rows, nextCursor } = cutPage(found, query.limit, (row) =>
          encodeTimeCursor({ time: row.created_at, id: row.id }),
        );
        const [items, counts] = await Promise.all([
          presentNotifications(db, viewer.userId, rows),
          countNotifications(db, viewer.userId),
        ]);
        return { items, nextCursor, ...counts };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/notifications/read',
      summary: "Marks some of the caller's notifications as read, or all",
      tag: 'notifications',
      access: 'session',
      capability,
      body: readNotificationsSchema,
      async handle({ viewer, body }): Promise<UnreadNotifications> {
        await markRead(db, viewer.userId, body.ids ?? 'all', deps.now());
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        return countNotifications(db, viewer.userId);
      },
    }),
  ];
}

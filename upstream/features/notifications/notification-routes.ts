import {
  notificationsQuerySchema,
  notificationsReplySchema,
  readNotificationsSchema,
  unreadNotificationsSchema,
} from '#shared/api/notifications.ts';
import type { Deps } from '#upstream/deps.ts';
import { timeCursor } from '#upstream/http/cursor.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { listNotifications, markNotificationsRead } from './notification-store.ts';
import { countNotifications, presentNotifications } from './present-notifications.ts';

const route = routesOf({ tag: 'notifications', capability: 'notifications' });

export function notificationRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'GET',
      path: '/notifications',
      summary: "The caller's notifications of the last 90 days, newest first, and how many are unread",
      query: notificationsQuerySchema.extend({ cursor: timeCursor.optional() }),
      reply: notificationsReplySchema,
      async handle({ viewer, query }) {
        const asked = { ...query, isUnread: query.unread === 'true' };
        const { rows, nextCursor } = await listNotifications(db, viewer.userId, asked);
        const [items, counts] = await Promise.all([
          presentNotifications(db, viewer.userId, rows),
          countNotifications(db, viewer.userId),
        ]);
        return { items, nextCursor, ...counts };
      },
    }),
    route({
      method: 'POST',
      path: '/notifications/read',
      summary: "Marks some of the caller's notifications as read, or all",
      body: readNotificationsSchema,
      reply: unreadNotificationsSchema,
      async handle({ viewer, body }) {
        await markNotificationsRead(db, viewer.userId, body.ids ?? 'all', deps.now());
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        return countNotifications(db, viewer.userId);
      },
    }),
  ];
}

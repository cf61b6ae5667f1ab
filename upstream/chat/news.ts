import { setImmediate as afterReply } from 'node:timers/promises';
import type { NotificationEvent } from '#shared/api/events.ts';
import { findNotification } from '../features/notifications/notification-store.ts';
import { countNotifications, presentNotifications } from '../features/notifications/present-notifications.ts';
import { chatPerson } from '../features/people/people-store.ts';
import type { ChatContext } from './chat-socket.ts';
import { rooms } from './place.ts';
import { followSwitch, shownOnline } from './presence-news.ts';
import { tellChange, tellMessage } from './tell-message.ts';

/** Sends the events of the event bus as notifications to the people concerned. Returns a function that stops it. */
export function tellNews(context: ChatContext): () => void {
  const { io, deps } = context;
  const { db, events } = deps;
  const tell = (userId: string, news: NotificationEvent) => io.to(rooms.user(userId)).emit('notification', news);

  /** The open pages of these people ask again for what they show. */
  const tellMissed = (userIds: readonly string[]) => {
    // Socket.IO sends to everybody where no room is named.
    if (userIds.length > 0) io.to(userIds.map(rooms.user)).emit('missed');
  };

  const tellAbout = async (userId: string, personId: string, news: NotificationEvent) => {
    const actor = await chatPerson(db, userId, personId);
    if (actor) tell(userId, { ...news, actor });
  };

  const stops = [
    events.on('notified', async ({ notificationId, requestId }) => {
      // After the reply to the call that caused it, whose time must not tell whether a notification was due.
      await afterReply();
      const row = await findNotification(db, notificationId);
      const [item] = row ? await presentNotifications(db, row.user_id, [row]) : [];
      if (row && item) tell(row.user_id, { ...item, ...(requestId !== undefined && { requestId }) });
    }),
    events.on('notificationsRead', async ({ userId }) => {
      await afterReply();
      io.to(rooms.user(userId)).emit('notificationsRead', await countNotifications(db, userId));
    }),
    events.on('connected', async ({ requestId, byId, otherId, notificationId }) => {
      await tellAbout(byId, otherId, { kind: 'connected', requestId, own: true });
      // No notice was due, but the lists of this person have changed all the same.
      if (notificationId === undefined) await tellAbout(otherId, byId, { kind: 'connected', requestId, own: true });
    }),
    events.on('blockChanged', async ({ blockerId, blockedId, isBlocked, wereConnected }) => {
      io.to(rooms.user(blockerId)).emit('blockChanged', { userId: blockedId, blocked: isBlocked });
      if (isBlocked)
        for (const [one, other] of bothWays(blockerId, blockedId))
          io.in(rooms.user(one)).socketsLeave(rooms.watch(other));
      if (!wereConnected) return;
      // The open chat is closed from now on.
      tellMissed([blockedId]);
      // As when an account is deleted: the other person goes offline, and no other event is sent.
      const online = new Set(await shownOnline(context, [blockerId, blockedId]));
      for (const [one, other] of bothWays(blockerId, blockedId))
        if (online.has(other)) io.to(rooms.user(one)).emit('presence', { userId: other, online: false });
    }),
    events.on('messageChanged', ({ messageId, toldIds }) => tellChange(context, messageId, toldIds)),
    events.on('roomSpoken', (said) => tellMessage(context, said)),
    events.on('presenceSwitched', ({ userId, isShown }) => followSwitch(context, userId, isShown)),
    events.on('contentChanged', ({ userIds }) => tellMissed(userIds)),
    // An open socket sends the name that it had at its handshake; clients connect again by themselves.
    events.on('shownNameChanged', ({ userId }) => {
      io.in(rooms.user(userId)).disconnectSockets(true);
    }),
    events.on('disconnected', ({ byId, otherId }) => {
      tellMissed([byId, otherId]);
      for (const [one, other] of bothWays(byId, otherId)) {
        io.to(rooms.user(one)).emit('presence', { userId: other, online: false });
        io.in(rooms.user(one)).socketsLeave(rooms.watch(other));
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function bothWays(one: string, other: string): readonly (readonly [string, string])[] {
  return [
    [one, other],
    [other, one],
  ];
}

import type { EventBus } from '#upstream/events.ts';

/** Tells that a notification was stored; for the id that `notify` returns, which is undefined where none was due. */
export function tellNotified(events: EventBus, notificationId: string | undefined, about: { requestId?: string } = {}) {
  if (notificationId !== undefined) events.emit('notified', { notificationId, ...about });
}

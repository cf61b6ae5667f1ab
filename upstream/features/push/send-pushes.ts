import { createHash } from 'node:crypto';
import { type PushOutcome, pushes } from '#platform/telemetry/pushes.ts';
import type { NotificationItem } from '#shared/api/notifications.ts';
import type { PushPayload } from '#shared/api/push.ts';
import { notificationText } from '#shared/notification-text.ts';
import type { Deps } from '#upstream/deps.ts';
import type { PushMessage } from '#upstream/push/push-delivery.ts';
import { givenUpAfterMs, pauseAfter } from '#upstream/queue/pauses.ts';
import type { Queues } from '#upstream/queue/queue-store.ts';
import { type QueueWorker, type Settled, startQueueWorker } from '#upstream/queue/queue-worker.ts';
import { findSessionRow } from '../auth/session-store.ts';
import { findNotification, type NotificationRow } from '../notifications/notification-store.ts';
import { presentNotifications } from '../notifications/present-notifications.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { isMuted } from '../safety/mute-store.ts';
import { deleteSubscription, findSubscription, type Subscription } from './subscription-store.ts';

type QueuedPush = Queues['push_outbox'];

/** Messages that one worker sends at the same time, and those of them to one push service. */
const lanes = 16;
const lanesOfService = 4;

/**
 * A person with an open page sees the notification there. Only after this time it is certain that the page is really
 * open: a phone that went to sleep is noticed by its missing answers.
 */
const seenWithinMs = 60_000;

/** Whether the person has the app open, in any browser and at any instance. */
export type IsHere = (userId: string) => Promise<boolean>;

/** Sends the push messages that wait, beside the workers of other instances. */
export function sendPushes(deps: Deps, isHere: IsHere): QueueWorker {
  const { push, events } = deps;
  const worker = startQueueWorker({
    ...deps,
    queue: 'push_outbox',
    lanes,
    share: { column: 'service', lanes: lanesOfService },
    send: (row) => send(deps, isHere, row),
    cutOff: () => push.delivery.close(),
    times: push.times,
  });
  const stopListening = events.on('notified', () => worker.wake());
  return {
    ...worker,
    stop(graceMs) {
      stopListening();
      return worker.stop(graceMs);
    },
  };
}

async function send(deps: Deps, isHere: IsHere, row: QueuedPush): Promise<Settled> {
  const subscription = await findSubscription(deps.db, row.subscription_id);
  const notification = await findNotification(deps.db, row.notification_id);
  if (subscription === undefined || notification === undefined) return done('unneeded');
  if ((await findSessionRow(deps.db, { id: subscription.session_id }, deps.now())) === undefined) {
    await deleteSubscription(deps.db, { id: subscription.id });
    return done('gone');
  }
  const item = await itemFor(deps, subscription, notification);
  if (item === undefined) return done('unneeded');
  if (await isHere(subscription.user_id)) {
    const at = row.created_at + seenWithinMs;
    return at <= deps.now() ? done('unneeded') : { at, tries: row.tries };
  }
  return deliver(deps, row, messageOf(subscription, notification, item, row.created_at));
}

/** The notification as the person may see it now; undefined when it is not to be shown on this browser. */
async function itemFor(
  { db }: Deps,
  subscription: Subscription,
  notification: NotificationRow,
): Promise<NotificationItem | undefined> {
  const { user_id: userId, actor_id: actorId, kind } = notification;
  if (userId !== subscription.user_id || notification.read_at !== null) return undefined;
  if (actorId !== null && (await isMuted(db, userId, actorId))) return undefined;
  // News about the own account always come.
  if (kind !== 'account' && !(await preferencesOf(db, userId)).notify[kind].push) return undefined;
  const [item] = await presentNotifications(db, userId, [notification]);
  // Its actor is gone, suspended or blocked.
  return actorId !== null && item?.actor === undefined ? undefined : item;
}

function messageOf(
  { id: to, endpoint, p256dh, auth }: Subscription,
  { id, kind, subject }: NotificationRow,
  item: NotificationItem,
  at: number,
): PushMessage {
  const { actor } = item;
  const text = notificationText(item, `${actor?.firstName ?? ''} ${actor?.lastName ?? ''}`.trim());
  const payload: PushPayload = {
    to,
    kind,
    tag: `${kind}:${subject}`,
    title: text.title,
    line: text.line,
    path: text.href,
    at,
  };
  return {
    to: { endpoint, p256dh, auth },
    payload,
    ttlSeconds: givenUpAfterMs / 1000,
    urgency: kind === 'message' || kind === 'account' ? 'high' : 'normal',
    // 32 characters at most. The push service sees it, so it names nobody.
    topic: createHash('sha256').update(id).digest('base64url').slice(0, 32),
  };
}

/** The log names the push service and the reason, never a person. */
async function deliver({ db, log, now, push }: Deps, row: QueuedPush, message: PushMessage): Promise<Settled> {
  const pushed = await push.delivery.send(message);
  const { service } = row;
  const tries = row.tries + 1;
  if (pushed.outcome === 'sent') return done('sent');
  if (pushed.outcome === 'gone') {
    await deleteSubscription(db, { id: row.subscription_id });
    return done('gone');
  }
  const { outcome, reason } = pushed;
  const at = now() + Math.max(pauseAfter(tries), (outcome === 'delayed' && pushed.waitMs) || 0);
  if (outcome === 'delayed' && at < row.created_at + givenUpAfterMs) {
    tell('delayed');
    log.info({ service, tries, reason }, 'a push message is sent again later');
    return { at, tries };
  }
  log.warn({ service, tries, reason }, 'a push message is given up');
  return done(outcome === 'refused' ? 'refused' : 'given-up');
}

function done(outcome: PushOutcome['outcome']): Settled {
  tell(outcome);
  return 'done';
}

function tell(outcome: PushOutcome['outcome']): void {
  pushes.publish({ outcome } satisfies PushOutcome);
}

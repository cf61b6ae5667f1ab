import { createHash } from 'node:crypto';
import type { NotificationItem, PushPayload } from '#shared/api/notifications.ts';
import { day, minute } from '#shared/durations.ts';
import { notificationText } from '#shared/notification-text.ts';
import type { Deps } from '#upstream/deps.ts';
import type { JobClock } from '#upstream/jobs/job-clock.ts';
import { type Job, priorities } from '#upstream/jobs/job-store.ts';
import { type JobWorker, pauseAfter, type Settled, startJobWorker } from '#upstream/jobs/job-worker.ts';
import type { PushMessage } from '#upstream/push/push-delivery.ts';
import { findSession } from '../auth/session-store.ts';
import { findNotification, type NotificationRow } from '../notifications/notification-store.ts';
import { presentNotifications } from '../notifications/present-notifications.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { isMuted } from '../safety/mute-store.ts';
import { deleteSubscription, findSubscription, pushKind, type Subscription } from './subscription-store.ts';

type Parts = Deps & { clock: JobClock };

/** A push message that could not be sent for so long is given up: its news is old. */
const givenUpAfterMs = day;
/** Messages that one worker sends at the same time, and those of them to one push service. */
const lanes = 16;
const lanesOfService = 4;

/**
 * A person with an open page sees the notification there. Only after this time it is certain that the page is really
 * open: a phone that went to sleep is noticed by its missing answers.
 */
const seenWithinMs = minute;

/** Whether the person has the app open, in any browser and at any instance. */
export type IsHere = (userId: string) => Promise<boolean>;

/** Sends the push messages that wait, beside the workers of other instances. */
export function sendPushes(deps: Parts, isHere: IsHere): JobWorker {
  const { push, events } = deps;
  const worker = startJobWorker(
    { ...deps, times: push.times },
    {
      kinds: [pushKind],
      priorities: [priorities.usual],
      lanes,
      lanesOfLabel: lanesOfService,
      run: (job) => send(deps, isHere, job),
      cutOff: () => push.delivery.close(),
    },
  );
  const stopListening = events.on('notified', () => worker.wake());
  return {
    ...worker,
    stop(graceMs) {
      stopListening();
      return worker.stop(graceMs);
    },
  };
}

async function send(deps: Parts, isHere: IsHere, job: Job): Promise<Settled> {
  const [subscriptionId = '', notificationId = ''] = job.key.split('/');
  const subscription = await findSubscription(deps.db, subscriptionId);
  const notification = await findNotification(deps.db, notificationId);
  if (subscription === undefined || notification === undefined) return done(deps, 'unneeded');
  if ((await findSession(deps.db, { id: subscription.session_id }, deps.now())) === undefined) {
    await deleteSubscription(deps.db, { id: subscription.id });
    return done(deps, 'gone');
  }
  const item = await itemFor(deps, subscription, notification);
  if (item === undefined) return done(deps, 'unneeded');
  if (await isHere(subscription.user_id)) {
    const at = job.created_at + seenWithinMs;
    return at <= deps.now() ? done(deps, 'unneeded') : { at, tries: job.tries };
  }
  return deliver(deps, job, messageOf(subscription, notification, item, job.created_at));
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
    urgency: kind === 'message' || kind === 'mention' || kind === 'account' ? 'high' : 'normal',
    // 32 characters at most. The push service sees it, so it names nobody.
    topic: createHash('sha256').update(id).digest('base64url').slice(0, 32),
  };
}

/** The log names the push service and the reason, never a person. */
async function deliver(deps: Parts, job: Job, message: PushMessage): Promise<Settled> {
  const { db, log, clock, push, count } = deps;
  const pushed = await push.delivery.send(message);
  const { label: service } = job;
  const tries = job.tries + 1;
  if (pushed.outcome === 'sent') return done(deps, 'sent');
  if (pushed.outcome === 'gone') {
    await deleteSubscription(db, { id: message.payload.to });
    return done(deps, 'gone');
  }
  const { outcome, reason } = pushed;
  if (outcome === 'refused') {
    log.warn({ service, tries, reason }, 'a push message is given up');
    return done(deps, 'refused');
  }
  const now = clock.now();
  const at = now + Math.max(pauseAfter(tries), pushed.waitMs ?? 0);
  if (at < job.created_at + givenUpAfterMs) {
    count({ of: 'push', outcome: 'delayed' });
    log.info({ service, tries, reason }, 'a push message is sent again later');
    return { at, tries, error: reason };
  }
  count({ of: 'push', outcome: 'given-up' });
  log.warn({ service, tries, reason }, 'a push message is given up');
  return { at, tries, error: reason, diedAt: now };
}

function done({ count }: Parts, outcome: 'sent' | 'refused' | 'gone' | 'unneeded'): Settled {
  count({ of: 'push', outcome });
  return 'done';
}

import { z } from 'zod';
import { limits } from '../limits.ts';
import { cursor, id, time } from './parts.ts';
import { pageQuerySchema } from './search.ts';
import { userSchema } from './users.ts';

/**
 * `interest` and `interest-reviewed` are the ask to join a project and its answer; `message` stands for the unread
 * messages of one conversation; `mention` for a message of a room that names the caller; `account` for something that
 * happened to the caller's own account.
 */
export const notificationKinds = [
  'request',
  'connected',
  'interest',
  'interest-reviewed',
  'message',
  'mention',
  'account',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds separated by commas. A kind that this version does not know is left out. */
const kindsSchema = z
  .string()
  .max(500)
  .transform((text) => notificationKinds.filter((kind) => text.split(',').includes(kind)));

export const notificationsQuerySchema = pageQuerySchema.extend({
  /** Only these. */
  kinds: kindsSchema.optional(),
  /** All but these. */
  without: kindsSchema.optional(),
  /** Only those that are not read yet. */
  unread: z.literal('true').optional(),
});

export const notificationSchema = z
  .strictObject({
    _id: id,
    kind: z.enum(notificationKinds),
    /**
     * The person who caused the notification, the latest of several; absent for answers about projects and for the own
     * account.
     */
    actor: userSchema.exactOptional(),
    project: z.strictObject({ _id: id, projectName: z.string() }).exactOptional(),
    /** With `interest-reviewed`. */
    status: z.enum(['accepted', 'rejected']).exactOptional(),
    /** With `mention`: the message, in the room of `project`. */
    messageId: id.exactOptional(),
    /** With `account`: what happened, such as `password-changed`. */
    event: z.string().exactOptional(),
    /** How many people ask, or messages are unread; otherwise 1. */
    count: z.int(),
    createdAt: time,
    readAt: time.nullable(),
  })
  .meta({ id: 'Notification' });
export type NotificationItem = z.infer<typeof notificationSchema>;

/** The numbers on the badges, the same on every device. */
export const unreadNotificationsSchema = z.strictObject({
  /** How many rows of the panel are unread. */
  unread: z.int(),
  /** Unread rows by kind; kinds without any are left out. */
  unreadOf: z.partialRecord(z.enum(notificationKinds), z.int()),
  /** How many people ask to join projects of the caller. */
  askers: z.int(),
});
export type UnreadNotifications = z.infer<typeof unreadNotificationsSchema>;

export const notificationsReplySchema = z.strictObject({
  items: z.array(notificationSchema),
  nextCursor: cursor,
  ...unreadNotificationsSchema.shape,
});
export type NotificationsReply = z.infer<typeof notificationsReplySchema>;

export const readNotificationsSchema = z
  .strictObject({
    ids: z.array(z.string().max(64)).min(1).max(limits.list.max).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    error: 'Send either ids or all.',
  });

/** Whether this session, which is one browser, gets push messages. */
export const pushStateSchema = z.strictObject({ subscribed: z.boolean() });
export type PushState = z.infer<typeof pushStateSchema>;

export const pushSubscribedSchema = pushStateSchema.extend({
  /** The subscription's id. Messages to it name it, so that a browser can tell those of another account. */
  subscription: id,
});
export type PushSubscribed = z.infer<typeof pushSubscribedSchema>;

export const pushKeyReplySchema = z.strictObject({
  /** The deployment's public key, for `PushManager.subscribe`. */
  key: z.string(),
  ...pushStateSchema.shape,
});
export type PushKeyReply = z.infer<typeof pushKeyReplySchema>;

/** The result of `PushSubscription.toJSON()`. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.string().max(1024, 'The address of this push service is too long.'),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({
    /** A point on P-256, uncompressed: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'The key of this browser is not valid.'),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'The secret of this browser is not valid.'),
  }),
});
export type PushSubscriptionBody = z.input<typeof pushSubscriptionSchema>;

/** The message to the service worker, encrypted: words to show and the screen that they lead to, without any text of a person. */
export interface PushPayload {
  /** The id of the subscription. */
  to: string;
  kind: NotificationKind;
  /** A notification takes the place of one with the same tag. */
  tag: string;
  title: string;
  line: string;
  path: string;
  /** When it happened, in milliseconds since 1970. */
  at: number;
}

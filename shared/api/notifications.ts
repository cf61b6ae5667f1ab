import { z } from 'zod';
import { limits } from '../limits.ts';
import { cursor, id, time } from './parts.ts';
import { userSchema } from './users.ts';

/**
 * `interest` and `interest-reviewed` are the ask to join a project and its answer; `message` stands for the unread
 * messages of one conversation; `account` for something that happened to the caller's own account.
 */
export const notificationKinds = [
  'request',
  'connected',
  'interest',
  'interest-reviewed',
  'message',
  'account',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const notificationSchema = z
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

import { z } from 'zod';
import { limits } from '../limits.ts';
import type { User } from './users.ts';

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

export interface NotificationItem {
  _id: string;
  kind: NotificationKind;
  /**
   * The person who caused the notification, the latest of several; absent for answers about projects and for the own
   * account.
   */
  actor?: User;
  project?: { _id: string; projectName: string };
  /** With `interest-reviewed`. */
  status?: 'accepted' | 'rejected';
  /** With `account`: what happened, such as `password-changed`. */
  event?: string;
  /** How many people ask, or messages are unread; otherwise 1. */
  count: number;
  createdAt: string;
  readAt: string | null;
}

/** The numbers on the badges, the same on every device. */
export interface UnreadNotifications {
  /** How many rows of the panel are unread. */
  unread: number;
  /** Unread rows by kind; kinds without any are left out. */
  unreadOf: Partial<Record<NotificationKind, number>>;
  /** How many people ask to join projects of the caller. */
  askers: number;
}

export interface NotificationsReply extends UnreadNotifications {
  items: NotificationItem[];
  nextCursor: string | null;
}

export const readNotificationsSchema = z
  .strictObject({
    ids: z.array(z.string().max(64)).min(1).max(limits.list.max).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    error: 'Send either ids or all.',
  });

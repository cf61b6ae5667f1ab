import { z } from 'zod';
import type { NotificationKind } from './notifications.ts';
import { id } from './parts.ts';

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

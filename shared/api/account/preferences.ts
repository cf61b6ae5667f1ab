import { z } from 'zod';
import type { NotificationKind } from '../notifications.ts';

/** The kinds of notifications that a person may switch off; those about the own account always come. */
export const notifyKinds = [
  'request',
  'connected',
  'message',
  'mention',
  'interest',
  'interest-reviewed',
] as const satisfies readonly NotificationKind[];
export type NotifyKind = (typeof notifyKinds)[number];

/** `page`: the bell's panel, its counts and toasts. */
const ways = z.strictObject({ page: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type NotifyWays = z.infer<typeof ways>;
export type NotifyWay = keyof NotifyWays;

/** The people who may ask the person to connect. */
export const whoMayAsk = ['everybody', 'sharedSkill', 'nobody'] as const;
export type WhoMayAsk = (typeof whoMayAsk)[number];

const privacySchema = z.strictObject({
  /** Whether people who are not connected meet the person in the feed and in search. */
  discoverable: z.boolean(),
  /** Whether connections see when the person is online. */
  presence: z.boolean(),
  /** Whether the person sends and sees read receipts. */
  receipts: z.boolean(),
  /** Whether others see that the person is typing. */
  typing: z.boolean(),
  whoMayAsk: z.enum(whoMayAsk),
  /** Whether connections see the email address. */
  showAddress: z.boolean(),
  /** Whether the profile shows the time zone, and the feed counts hours in common. */
  showTimeZone: z.boolean(),
});
export type Privacy = z.infer<typeof privacySchema>;

/** The choices of a person in the account, the same on every device. */
export const preferencesSchema = z.strictObject({
  notify: z.strictObject({
    request: ways,
    connected: ways,
    message: ways,
    mention: ways,
    interest: ways,
    'interest-reviewed': ways,
  } satisfies Record<NotifyKind, typeof ways>),
  /** An IANA name such as `Europe/Berlin`; null until the first visit of a browser, which tells it. */
  timeZone: z.string().nullable(),
  privacy: privacySchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

const changedWays = ways.partial().optional();

/** Only what is named changes. */
export const preferencesChangeSchema = z.strictObject({
  notify: z
    .strictObject({
      request: changedWays,
      connected: changedWays,
      message: changedWays,
      mention: changedWays,
      interest: changedWays,
      'interest-reviewed': changedWays,
    })
    .optional(),
  timeZone: z.string().max(64).refine(isTimeZone, 'This time zone is not known.').optional(),
  privacy: privacySchema.partial().optional(),
});
export type PreferencesChange = z.input<typeof preferencesChangeSchema>;

/** A name, not an offset such as `+02:00`, which knows no summer time. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

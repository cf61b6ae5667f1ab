import { z } from 'zod';
import type { NotificationKind } from './notifications.ts';

/** The kinds of notifications that a person may switch off; those about the own account always come. */
export const notifyKinds = [
  'request',
  'connected',
  'message',
  'interest',
  'interest-reviewed',
] as const satisfies readonly NotificationKind[];
export type NotifyKind = (typeof notifyKinds)[number];

/** `page`: the bell's panel, its counts and toasts. */
export type NotifyWay = 'page' | 'mail' | 'push';
export type NotifyWays = Record<NotifyWay, boolean>;

/** Who may ask the person to connect. */
export const whoMayAsk = ['everybody', 'sharedSkill', 'nobody'] as const;
export type WhoMayAsk = (typeof whoMayAsk)[number];

export interface Privacy {
  /** Whether people who are not connected meet the person in the feed and in search. */
  discoverable: boolean;
  /** Whether connections see when the person is online. */
  presence: boolean;
  /** Whether the person sends and sees read receipts. */
  receipts: boolean;
  /** Whether others see that the person is typing. */
  typing: boolean;
  whoMayAsk: WhoMayAsk;
  /** Whether connections see the email address. */
  showAddress: boolean;
}

/** What a person has chosen in the account, the same on every device. */
export interface Preferences {
  notify: Record<NotifyKind, NotifyWays>;
  /** A daily mail about what waits and was not mailed by itself. */
  digest: boolean;
  /** An IANA name such as `Europe/Berlin`; null until the first visit of a browser, which tells it. */
  timeZone: string | null;
  privacy: Privacy;
}

const ways = z.strictObject({
  page: z.boolean().optional(),
  mail: z.boolean().optional(),
  push: z.boolean().optional(),
});

/** Only what is named changes. */
export const preferencesChangeSchema = z.strictObject({
  notify: z
    .strictObject({
      request: ways.optional(),
      connected: ways.optional(),
      message: ways.optional(),
      interest: ways.optional(),
      'interest-reviewed': ways.optional(),
    })
    .optional(),
  digest: z.boolean().optional(),
  timeZone: z.string().max(64).refine(isTimeZone, 'This time zone is not known.').optional(),
  privacy: z
    .strictObject({
      discoverable: z.boolean().optional(),
      presence: z.boolean().optional(),
      receipts: z.boolean().optional(),
      typing: z.boolean().optional(),
      whoMayAsk: z.enum(whoMayAsk).optional(),
      showAddress: z.boolean().optional(),
    })
    .optional(),
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

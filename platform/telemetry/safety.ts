import { channel } from 'node:diagnostics_channel';

/** An event of reports and moderation, for the metrics. */
export type SafetyEvent =
  /** A report of a person, message, project or picture. */
  | { readonly kind: 'report'; readonly of: string }
  | { readonly kind: 'block' }
  /** A moderator has done something in a case, or an operator with the admin command. */
  | { readonly kind: 'action'; readonly action: string }
  /** A moderator has opened a case for the first time, so long after its report. */
  | { readonly kind: 'first-look'; readonly seconds: number };

/** Metrics subscribe to it. */
export const safety = channel('dotcode.safety');

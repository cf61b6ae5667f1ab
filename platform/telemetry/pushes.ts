import { channel } from 'node:diagnostics_channel';

/**
 * The outcome of one attempt to send a push message. `unneeded`: the person was here, has read the notification
 * meanwhile, or does not want it.
 */
export interface PushOutcome {
  readonly outcome: 'sent' | 'delayed' | 'refused' | 'given-up' | 'gone' | 'unneeded';
}

/** Metrics subscribe to it. */
export const pushes = channel('dotcode.push');

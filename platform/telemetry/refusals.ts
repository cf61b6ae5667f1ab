import { channel } from 'node:diagnostics_channel';

/** One call that was refused because a budget is used up, or because too many passwords are being checked. */
export interface RefusalByBudget {
  readonly budget: string;
}

/** Metrics subscribe to it. */
export const refusals = channel('dotcode.refusal');

import { channel } from 'node:diagnostics_channel';

/** One finished database statement. */
export interface Query {
  /** With placeholders, never with values. */
  readonly sql: string;
  readonly ms: number;
  readonly error?: unknown;
}

/** The channel on which the database publishes statements while metrics are served. */
export const queries = channel('dotcode.query');

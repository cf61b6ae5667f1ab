import { channel } from 'node:diagnostics_channel';

/** One finished database statement. */
export interface Query {
  /** With placeholders, never with values. */
  readonly sql: string;
  readonly ms: number;
  readonly error?: unknown;
}

/** The channel on which the database publishes statements while a tracer subscribes. */
export const queries = channel('dotcode.query');

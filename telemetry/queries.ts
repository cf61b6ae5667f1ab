import { channel } from 'node:diagnostics_channel';

/** One statement that a database has answered. */
export interface Query {
  /** With placeholders: no value is in it. */
  readonly sql: string;
  readonly ms: number;
  readonly error?: unknown;
}

/** Whoever traces listens here; the database speaks only when somebody does. */
export const queries = channel('dotcode.query');

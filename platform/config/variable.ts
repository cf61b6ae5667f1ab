import type { Parser } from './parsers.ts';

/** The two programs that read the environment. */
export type Program = 'gateway' | 'upstream';
export type Reader = Program | 'both';
export type Environment = Readonly<Record<string, string | undefined>>;

/** A default that depends on NODE_ENV, and on whether UPSTREAM_URL is set. */
export interface ByMode {
  readonly production: string;
  readonly withUpstreamUrl?: string;
  readonly otherwise: string;
}

/** The text that stands for a variable that is not set. Undefined: the key is missing in the configuration, too. */
export type Default = string | ByMode | undefined;

export interface Variable<Value = unknown, By extends Reader = Reader, Unset extends Default = Default> {
  readonly name: string;
  readonly readBy: By;
  readonly default: Unset;
  /** For the documents: what happens without a value, where `default` is undefined. */
  readonly whenUnset?: string;
  /** For the documents, in Markdown: what the value is for. */
  readonly meaning: string;
  readonly parse: Parser<Value>;
  /** The value may carry a password or key: a problem never quotes it. */
  readonly isSecret?: true;
}

/** Keeps the types of one row of the table: its value, its reader and whether it has a default. */
export function variable<Value, const By extends Reader, const Unset extends Default>(
  row: Variable<Value, By, Unset>,
): Variable<Value, By, Unset> {
  return row;
}

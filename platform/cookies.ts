import { parseCookie } from 'cookie';

/**
 * The cookies of a Cookie header, with their values as they are written: the first of each name. As cookie-parser reads
 * them, only spaces and tabs are trimmed, and what has no `=` is no cookie.
 */
export function cookiesIn(header: string | undefined): Readonly<Record<string, string | undefined>> {
  return header === undefined ? {} : parseCookie(header, { decode: asWritten });
}

function asWritten(value: string): string {
  return value;
}

import { randomBytes } from 'node:crypto';

/** A new id: 24 lower-case hex digits, of which the first 12 are the millisecond, so that ids sort by time. */
export function newId(now: number = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
}

export function isId(value: string): boolean {
  return /^[0-9a-f]{24}$/.test(value);
}

/** The ids of a pair in the order in which the database stores them. */
export function pairOf(a: string, b: string): { low: string; high: string } {
  return a < b ? { low: a, high: b } : { low: b, high: a };
}

/** The same as one text, whichever of the two comes first. */
export function pairKey(a: string, b: string): string {
  const { low, high } = pairOf(a, b);
  return `${low}:${high}`;
}

import { minute } from '#shared/durations.ts';

const first = minute / 2;
const longest = 60 * minute;

/** In milliseconds, after so many failed attempts: half a minute, then twice as long each time, up to `atMost`. */
export function pauseAfter(tries: number, atMost = longest, random = Math.random()): number {
  const pause = Math.min(first * 2 ** Math.min(tries - 1, 20), atMost);
  // Jobs that failed together are not tried together again.
  return Math.round(pause * (0.9 + 0.2 * random));
}

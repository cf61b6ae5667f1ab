const minute = 60_000;

/** A mail or push that could not be sent for so long is given up: links in mails have ended by then, and news are old. */
export const givenUpAfterMs = 24 * 60 * minute;

const first = minute / 2;
const longest = 60 * minute;

/** How long to wait after so many attempts: half a minute, then twice as long each time, up to an hour. */
export function pauseAfter(tries: number, random = Math.random()): number {
  const pause = Math.min(first * 2 ** Math.min(tries - 1, 20), longest);
  // Rows that failed together are not tried together again.
  return Math.round(pause * (0.9 + 0.2 * random));
}

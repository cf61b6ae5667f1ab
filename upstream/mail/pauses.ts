const minute = 60_000;

/** A mail that could not be sent for so long is given up: its links have ended by then. */
export const givenUpAfterMs = 24 * 60 * minute;

const first = minute / 2;
const longest = 60 * minute;

/** How long a mail waits after so many attempts: half a minute, then twice as long each time, up to an hour. */
export function pauseAfter(tries: number, random = Math.random()): number {
  const pause = Math.min(first * 2 ** Math.min(tries - 1, 20), longest);
  // Mails that failed together are not sent together again.
  return Math.round(pause * (0.9 + 0.2 * random));
}

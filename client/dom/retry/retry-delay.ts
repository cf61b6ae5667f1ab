const firstDelayMs = 500;

/**
 * How long to wait before the next attempt, in milliseconds. Delays double up to `longestMs` and are spread by half, so
 * that the clients of a stopped server do not come back at once.
 */
export function retryDelay(attempt: number, longestMs: number, random: () => number = Math.random): number {
  return Math.min(firstDelayMs * 2 ** attempt, longestMs) * (0.5 + random());
}

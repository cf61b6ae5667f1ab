import type { KeptCopy } from '#client/device/kept-storage.ts';
import { day } from '#shared/durations.ts';

export const longestKeptMs = 7 * day;
const mostBytes = 20_000_000;

/** The copies that may stay: the newest, of the last seven days. One from the future was made by a clock that was wrong. */
export function withinLimits(copies: readonly KeptCopy[], now: number): KeptCopy[] {
  let bytes = 0;
  return copies
    .filter((copy) => isRecent(copy, now))
    .toSorted((a, b) => b.at - a.at)
    .filter(({ size }) => {
      bytes += size;
      return bytes <= mostBytes;
    });
}

export function isRecent({ at }: Pick<KeptCopy, 'at'>, now: number): boolean {
  return at <= now && now - at <= longestKeptMs;
}

import { day, hour } from '#shared/durations.ts';

const eight = 8;

/**
 * The first 8:00 in this time zone that comes after a time, both in milliseconds since 1970. Days on which clocks change
 * are shorter or longer than others.
 */
export function nextEight(timeZone: string, after: number): number {
  const offsetAt = offsets(timeZone);
  const today = new Date(after + offsetAt(after));
  for (let days = 0; ; days++) {
    const local = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, eight);
    // The offset at that time is known only once the time is, so the first answer is corrected by the second.
    const guess = local - offsetAt(local);
    const time = local - offsetAt(guess);
    if (time > after) return time;
  }
}

const spreadMs = hour;

/**
 * When the daily mail of a person is due: at 8:00 and up to an hour later, always at the same minute for one person, so that
 * not everybody of a time zone is mailed at once. `userId` is an id of ours, whose last digits are random.
 */
export function nextDigest(userId: string, timeZone: string, after: number): number {
  const part = Number.parseInt(userId.slice(-8), 16) / 0x1_0000_0000;
  const delay = Math.floor(part * spreadMs);
  return nextEight(timeZone, after - delay) + delay;
}

/** Whether 8:00 was at most so long ago. */
export function isJustPastEight(timeZone: string, now: number, withinMs: number): boolean {
  return nextEight(timeZone, now - withinMs - 1) <= now;
}

/** How far the zone's clocks are ahead of UTC at a time, in milliseconds. */
function offsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, date, hours, minutes, second) - Math.floor(time / 1000) * 1000;
    // Far from any zone's offset: a year before 100, or a faulty zone file.
    return Math.abs(offset) < day ? offset : 0;
  };
}

import { day, hour, minute } from './durations.ts';

/** The part of a day in which people are taken to be at their desk, in their own time zone: 9:00 to 18:00. */
const deskHours = 9;

/** The offsets of a day, because reading one takes longer than a comparison of thousands. */
let read = { day: 0, offsets: new Map<string, number | undefined>() };

/** How far the zone's clocks are ahead of UTC on a day, in milliseconds; undefined for a zone that is not known. */
function offsetOf(timeZone: string, at: number): number | undefined {
  const today = Math.floor(at / day);
  if (read.day !== today) read = { day: today, offsets: new Map() };
  if (!read.offsets.has(timeZone)) read.offsets.set(timeZone, readOffset(timeZone, at));
  return read.offsets.get(timeZone);
}

function readOffset(timeZone: string, at: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):?(\d+)?)?/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
  } catch {
    return undefined;
  }
}

/** How many whole hours of 9:00 to 18:00 two zones with these offsets share. */
function overlapOf(one: number, other: number): number {
  const apart = Math.abs(one - other) % (24 * hour);
  return Math.max(0, Math.floor(deskHours - Math.min(apart, 24 * hour - apart) / hour));
}

/** The same for two zones by name; 0 where one is not known. */
export function overlapHours(one: string | undefined, other: string | undefined, at: number): number {
  const offsets = [one, other].map((zone) => (zone === undefined ? undefined : offsetOf(zone, at)));
  const [first, second] = offsets;
  return first === undefined || second === undefined ? 0 : overlapOf(first, second);
}

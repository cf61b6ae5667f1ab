import type { MatchReason } from './api/users.ts';
import { day, hour, minute } from './durations.ts';
import { counterpartOf, type Intent } from './intents.ts';
import { skillKey } from './skills/skills.ts';

/** The facts of a person that are compared. `timeZone` is missing where they do not show it. */
export interface Matched {
  skills?: readonly string[] | undefined;
  lookingFor?: readonly Intent[] | undefined;
  timeZone?: string | undefined;
}

/** Fewer hours in common than this are not a reason. */
export const fewestHours = 2;

/** Why two people may want to meet: the skills that they share, what they look for in each other, and hours in common. */
export function matchReasons(own: Matched, person: Matched, at: number): MatchReason[] {
  const mine = new Set(own.skills?.map(skillKey));
  const skills = (person.skills ?? []).filter((skill) => mine.has(skillKey(skill)));
  const theirs = new Set(person.lookingFor);
  const found = (own.lookingFor ?? []).filter((intent) => theirs.has(counterpartOf(intent)));
  const hours = overlapHours(own.timeZone, person.timeZone, at);
  return [
    ...(skills.length > 0 ? [{ kind: 'skills' as const, skills }] : []),
    ...found.map((intent) => ({ kind: 'intent' as const, mine: intent, theirs: counterpartOf(intent) })),
    ...(hours >= fewestHours ? [{ kind: 'overlap' as const, hours }] : []),
  ];
}

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

/** How many whole hours of 9:00 to 18:00 two time zones share; 0 where one is not known. */
export function overlapHours(one: string | undefined, other: string | undefined, at: number): number {
  const [first, second] = [one, other].map((zone) => (zone === undefined ? undefined : offsetOf(zone, at)));
  if (first === undefined || second === undefined) return 0;
  const apart = Math.abs(first - second) % (24 * hour);
  return Math.max(0, Math.floor(deskHours - Math.min(apart, 24 * hour - apart) / hour));
}

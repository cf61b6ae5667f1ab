import type { MatchReason } from './api/users.ts';
import { counterpartOf, type Intent } from './intents.ts';
import { skillKey } from './skills/skills.ts';
import { overlapHours } from './zone-overlap.ts';

/** What is compared of a person. `timeZone` is missing where they do not show it. */
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

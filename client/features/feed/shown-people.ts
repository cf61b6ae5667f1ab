import { countedSkills } from '#client/lib/text/match-words.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills/skills.ts';

export type Order = 'match' | 'newest';

/** Puts a restored person first, whatever the order: the card view shows only the first. */
export function bringToFront(people: readonly FeedItem[], id: string | undefined): readonly FeedItem[] {
  const person = people.find(({ _id }) => _id === id);
  return person ? [person, ...people.filter((other) => other !== person)] : people;
}

/** The skills to offer as filters: the user's own that somebody has, then the most frequent ones. */
export function filterSkills(people: readonly FeedItem[], ownSkills: readonly string[], max = 8): string[] {
  const ownKeys = new Set(ownSkills.map(skillKey));
  const skills = countedSkills(people).map(({ skill }) => skill);
  const isOwn = (skill: string) => ownKeys.has(skillKey(skill));
  return [...skills.filter(isOwn), ...skills.filter((skill) => !isOwn(skill))].slice(0, max);
}

/** The person after this one, else the one before. */
export function neighbourOf(people: readonly FeedItem[] | null, id: string): FeedItem | undefined {
  const index = people?.findIndex(({ _id }) => _id === id) ?? -1;
  return people?.[index + 1] ?? people?.[index - 1];
}

export function countInWords(count: number): string {
  if (count === 0) return 'Nobody new for now';
  return count === 1 ? '1 person to meet' : `${count} people to meet`;
}

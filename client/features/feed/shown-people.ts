import { bySkill } from '#client/text/match-words.ts';
import { skillList } from '#client/text/person.ts';
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
  const counts = new Map<string, { skill: string; count: number; own: boolean }>();
  const own = new Set(ownSkills.map(skillKey));
  for (const person of people) {
    for (const skill of skillList(person.skills)) {
      const key = skillKey(skill);
      const found = counts.get(key);
      if (found) found.count += 1;
      else counts.set(key, { skill, count: 1, own: own.has(key) });
    }
  }
  return [...counts.values()]
    .sort((a, b) => Number(b.own) - Number(a.own) || b.count - a.count || bySkill(a.skill, b.skill))
    .slice(0, max)
    .map(({ skill }) => skill);
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

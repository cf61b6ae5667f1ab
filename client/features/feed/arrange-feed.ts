import { isDecision } from '#client/store/api/relations/relation-step.ts';
import type { RecentStep } from '#client/store/slices/steps-slice.ts';
import { skillList } from '#client/text/person.ts';
import { bySkill, sharedSkills } from '#client/text/shared-skills.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { skillKey } from '#shared/skills.ts';

export type Order = 'match' | 'newest';

/**
 * Merges a new first page into the shown people, who keep their places; new people follow. People on whom the user has
 * just decided stay away and those whose decision was withdrawn stay, because the reply may be older than the step.
 */
export function mergeFeed(
  shown: readonly FeedItem[] | null,
  fresh: readonly FeedItem[],
  steps: readonly RecentStep[],
): FeedItem[] {
  const decided = new Set(steps.flatMap(({ key, action }) => (isDecision(action) ? [key] : [])));
  const restored = new Set(steps.flatMap(({ key, action }) => (action === 'withdraw' ? [key] : [])));
  const byId = new Map(fresh.filter(({ _id }) => !decided.has(_id)).map((person) => [person._id, person]));
  const kept = (shown ?? []).filter(({ _id }) => byId.has(_id) || restored.has(_id));
  const keptIds = new Set(kept.map(({ _id }) => _id));
  return [
    ...kept.map((person) => byId.get(person._id) ?? person),
    ...[...byId.values()].filter(({ _id }) => !keptIds.has(_id)),
  ];
}

/** Orders and filters where the upstream cannot. For "newest" the order of the upstream is kept. */
export function arrangeFeed(
  people: readonly FeedItem[],
  { order, skill, ownSkills }: { order: Order; skill: string; ownSkills: readonly string[] },
): FeedItem[] {
  const wanted = skillKey(skill);
  const filtered = people.filter(
    (person) => wanted === '' || skillList(person.skills).some((own) => skillKey(own) === wanted),
  );
  if (order === 'newest') return filtered;
  return filtered
    .map((person, index) => ({ person, index, shared: sharedSkills(person, ownSkills).length }))
    .sort((a, b) => b.shared - a.shared || a.index - b.index)
    .map(({ person }) => person);
}

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

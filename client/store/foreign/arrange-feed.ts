import { sharedSkills } from '#client/text/match-words.ts';
import { skillList } from '#client/text/person.ts';
import type { FeedItem } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { skillKey } from '#shared/skills/skills.ts';

/** What the user asks of the feed. */
export interface FeedQuery {
  /** `match`: the most shared skills first. */
  order?: 'match' | 'newest';
  /** Only people with this skill. */
  skill?: string;
  /** Only people who look for this; with the capability `profile.intent`, like `overlap`. */
  intent?: Intent;
  /** Only people with so many hours in common. */
  overlap?: number;
}

/** Orders and filters for an upstream that cannot. For "newest" the order of the upstream is kept. */
export function arrangeFeed(
  people: readonly FeedItem[],
  { order, skill = '' }: FeedQuery,
  ownSkills: readonly string[],
): FeedItem[] {
  const wanted = skillKey(skill);
  const filtered = people.filter(
    (person) => wanted === '' || skillList(person.skills).some((own) => skillKey(own) === wanted),
  );
  if (order !== 'match') return filtered;
  return filtered
    .map((person, index) => ({ person, index, shared: sharedSkills(person, ownSkills).length }))
    .sort((a, b) => b.shared - a.shared || a.index - b.index)
    .map(({ person }) => person);
}

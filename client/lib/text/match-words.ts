import type { Project } from '#shared/api/projects.ts';
import type { FeedItem, MatchReason, OwnUser } from '#shared/api/users.ts';
import type { Intent } from '#shared/intents.ts';
import { matchReasons } from '#shared/match-reasons.ts';
import { skillKey } from '#shared/skills/skills.ts';
import { skillList } from './person.ts';

/** The wish of a person, after “wants to”. */
export const intentWords: Readonly<Record<Intent, string>> = {
  pair: 'pair',
  mentor: 'mentor',
  'be mentored': 'be mentored',
  'co-founder': 'find a co-founder',
  contribute: 'contribute',
  hire: 'hire',
  'be hired': 'be hired',
};

/** The reasons to meet a person, in one line: “You both use Go · both want to pair · 4 h overlap”. Empty for none. */
export function matchSentence(reasons: readonly MatchReason[]): string {
  const parts = reasons.map(reasonInWords);
  const [first = ''] = parts;
  const start = first.startsWith('both') ? `You ${first}` : first.charAt(0).toUpperCase() + first.slice(1);
  return [start, ...parts.slice(1)].join(' · ');
}

function reasonInWords(reason: MatchReason): string {
  switch (reason.kind) {
    case 'skills':
      return `you both use ${inWords(reason.skills.slice(0, 3))}`;
    case 'intent':
      return reason.mine === reason.theirs
        ? `both want to ${intentWords[reason.mine]}`
        : `wants to ${intentWords[reason.theirs]}`;
    case 'overlap':
      return `${reason.hours} h overlap`;
  }
}

/** Not with Intl.ListFormat: the first one takes a phone 25 ms, in the rendering of the first card. */
export function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Why the user may want to meet a person: as the upstream says, or compared here. */
export function reasonsToMeet(person: FeedItem, own: Pick<OwnUser, 'skills' | 'lookingFor'>): readonly MatchReason[] {
  if (person.reasons) return person.reasons;
  const skills = person.shared ?? skillList(person.skills);
  const timeZone = person.timeZone && Intl.DateTimeFormat().resolvedOptions().timeZone;
  return matchReasons(
    { ...own, skills: person.shared ?? skillList(own.skills), timeZone },
    { ...person, skills },
    Date.now(),
  );
}

/** The skills a person shares with the user, in the person's own spelling. */
export function sharedSkills(
  person: Pick<FeedItem, 'skills' | 'shared'>,
  ownSkills: readonly string[] | undefined,
): string[] {
  if (person.shared) return person.shared;
  const own = new Set(ownSkills?.map(skillKey));
  return skillList(person.skills).filter((skill) => own.has(skillKey(skill)));
}

export interface CountedSkill {
  skill: string;
  count: number;
}

/** The skills of these people or projects, the most frequent first, each once in the spelling that came first. */
export function countedSkills(holders: readonly Pick<Project, 'skills'>[]): CountedSkill[] {
  const counted = new Map<string, CountedSkill>();
  for (const skill of holders.flatMap(({ skills }) => skillList(skills))) {
    const known = counted.get(skillKey(skill));
    if (known) known.count += 1;
    else counted.set(skillKey(skill), { skill, count: 1 });
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || bySkill(a.skill, b.skill));
}

/** Orders skills by their letters. Not with `localeCompare`: its first call takes a phone 35 ms. */
function bySkill(a: string, b: string): number {
  const [first, second] = [skillKey(a), skillKey(b)];
  return first < second ? -1 : Number(first > second);
}

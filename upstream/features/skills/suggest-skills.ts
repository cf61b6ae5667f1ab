import { distance } from 'fastest-levenshtein';
import { canonicalSkill } from '#shared/skills/canonical-skill.ts';
import { catalogue, type ListedSkill } from '#shared/skills/catalogue.ts';
import { foldSpelling } from '#shared/skills/fold-spelling.ts';

/** Letters of what is typed, from which on a mistake is forgiven; from twice as many, two are. */
const forgivenFrom = 4;

interface Entry {
  skill: ListedSkill;
  name: string;
  /** The name first. */
  spellings: string[];
  words: string[];
  mistakes: string[];
}

const entries: readonly Entry[] = catalogue.skills.map((skill) => ({
  skill,
  name: foldSpelling(skill.name),
  spellings: [skill.name, ...skill.spellings].map(foldSpelling),
  words: skill.name.split(/[\s/-]+/).map(foldSpelling),
  mistakes: skill.misspellings.map(foldSpelling),
}));

/**
 * The listed skills that a beginning may mean, best first: the skill that is spelt so, names that begin so, spellings that
 * begin so, names with a word or with a known mistake that begins so, and last those that are a mistake or two away. Within each, the skills with most
 * spellings come first: they are the commonest.
 */
export function suggestSkills(typed: string, limit: number): ListedSkill[] {
  const wanted = foldSpelling(typed);
  if (wanted === '') return catalogue.skills.slice(0, limit);
  const exact = canonicalSkill(typed);
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, wanted, exact);
    return rank === undefined ? [] : [{ rank, skill: entry.skill }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || waysToWrite(other.skill) - waysToWrite(one.skill))
    .slice(0, limit)
    .map(({ skill }) => skill);
}

function waysToWrite({ spellings, misspellings }: ListedSkill): number {
  return spellings.length + misspellings.length;
}

function rankOf({ skill, name, spellings, words, mistakes }: Entry, wanted: string, exact: string): number | undefined {
  if (skill.name === exact) return 0;
  if (name.startsWith(wanted)) return 1;
  if (spellings.some((each) => each.startsWith(wanted))) return 2;
  if (words.some((word) => word.startsWith(wanted)) || mistakes.some((each) => each.startsWith(wanted))) return 3;
  const forgiven = Math.min(2, Math.floor(wanted.length / forgivenFrom));
  const off = Math.min(...spellings.map((each) => distance(each, wanted)));
  return off <= forgiven ? 3 + off : undefined;
}

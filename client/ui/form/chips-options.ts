import { skillKey } from '#shared/skills/skills.ts';

export interface ChipOption {
  name: string;
  /** The typed text itself: no known name is the same. */
  isNew: boolean;
}

const most = 7;

interface Choice {
  typed: string;
  chosen: readonly string[];
  /** All that is known here; those that have the typed text are offered. */
  suggestions: readonly string[];
  /** The answer to what is typed, in the place of `suggestions`. */
  matches: readonly string[] | undefined;
}

/** The options of the list under a field of chips, and the index of the one that Enter adds; with -1 Enter adds the typed text. */
export function chipOptions({ typed, chosen, suggestions, matches }: Choice): { options: ChipOption[]; taken: number } {
  const key = skillKey(typed);
  if (key === '') return { options: [], taken: -1 };
  const isChosen = new Set(chosen.map(skillKey));
  const known = matches ?? suggestions.filter((name) => skillKey(name).includes(key));
  const names = known.filter((name) => !isChosen.has(skillKey(name))).slice(0, most);
  const isKnown = isChosen.has(key) || known.some((name) => skillKey(name) === key);
  const options = names.map((name): ChipOption => ({ name, isNew: false }));
  if (!isKnown) options.push({ name: typed.trim(), isNew: true });
  const same = names.findIndex((name) => skillKey(name) === key);
  // An answer puts the best first. Of names that only have the text in them, none is what was meant.
  return { options, taken: same === -1 && matches !== undefined && names.length > 0 ? 0 : same };
}

import { limits } from '#shared/limits.ts';
import type { ListedSkill } from '#shared/skills/catalogue.ts';

/**
 * The skills of the list, sorted by name. Throws where a line cannot be read, a name is too long for a skill, or one
 * spelling stands for two skills. A spelling that folds to its skill's name is left out.
 */
export function readList(text: string, fold: (spelling: string) => string): ListedSkill[] {
  const owner = new Map<string, string>();
  const skills = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map(readLine);
  for (const { name } of skills) claim(name, name);
  return skills
    .map(({ name, spellings, misspellings }) => ({
      name,
      spellings: spellings.filter((each) => claim(each, name)),
      misspellings: misspellings.filter((each) => claim(each, name)),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));

  /** Whether the spelling is new. */
  function claim(spelling: string, name: string): boolean {
    const key = fold(spelling);
    const other = owner.get(key);
    if (other !== undefined && (other !== name || spelling === name))
      throw new Error(`“${spelling}” stands for ${other} and for ${name}.`);
    owner.set(key, name);
    return other === undefined;
  }
}

function readLine(line: string): ListedSkill {
  const [right = '', wrong = ''] = line.split(' ~ ');
  const [name = '', others = ''] = right.split(' = ').map((part) => part.trim());
  if (name === '' || name.length > limits.skill.max) throw new Error(`This line names no skill: ${line}`);
  return { name, spellings: words(others), misspellings: words(wrong) };
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

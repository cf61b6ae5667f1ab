import {
  fields,
  firstNames,
  lastNames,
  projectAdjectives,
  projectNouns,
  skills,
} from '#upstream/demo/seed/seed-words.ts';

const count = 60;

/** Names, skills, and words that profiles or projects hold: whole and begun, one and two. */
export function searchedWords(of: 'people' | 'projects'): string[] {
  const [firstWords, lastWords] = of === 'people' ? [firstNames, lastNames] : [projectAdjectives, projectNouns];
  return Array.from({ length: count }, (_, i) => {
    const [first = '', last, skill, field] = [firstWords, lastWords, skills, fields].map(
      (list) => list[(i * 7) % list.length],
    );
    return [`${first} ${last}`, first.slice(0, 3), skill, `${skill} ${field}`][i % 4] ?? '';
  });
}

/** Names and skills without their third letter, and such a skill with a name, so that nothing matches them exactly. */
export function mistypedWords(): string[] {
  const mistyped = (word: string) => word.slice(0, 2) + word.slice(3);
  const isLong = (word: string) => /^[A-Z][a-z]{5,}$/.test(word);
  const [names, known] = [lastNames.filter(isLong), skills.filter(isLong)];
  return Array.from({ length: count }, (_, i) => {
    const [name = '', skill = ''] = [names, known].map((list) => list[(i * 7) % list.length]);
    return [mistyped(name), mistyped(skill), `${mistyped(skill)} ${name}`][i % 3] ?? '';
  });
}

/** Three words of sixteen letters that nobody has written: the search that has to look for most near words. */
export function strangeWords(): string[] {
  const letters = 'etaoinshrdlucmfwypvbgkjqxz';
  const word = (seed: number) =>
    Array.from(
      { length: 16 },
      (_, i) => letters[(seed * 31 + i * (seed + 7) + ((seed * i) % 11)) % letters.length],
    ).join('');
  return Array.from({ length: count }, (_, i) => [word(3 * i), word(3 * i + 1), word(3 * i + 2)].join(' '));
}

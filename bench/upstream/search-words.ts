import { fields, firstNames, lastNames, skills } from '#upstream/demo/seed/seed-words.ts';

const count = 60;

/** Names, skills, and words that profiles hold: whole and begun, one and two. */
export function searchedWords(): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [first = '', last, skill, field] = [firstNames, lastNames, skills, fields].map(
      (list) => list[(i * 7) % list.length],
    );
    return [`${first} ${last}`, first.slice(0, 3), skill, `${skill} ${field}`][i % 4] ?? '';
  });
}

/** Names and skills without their third letter, so that nothing matches them exactly. */
export function mistypedWords(): string[] {
  const isLong = (word: string) => /^[A-Z][a-z]{5,}$/.test(word);
  const words = [...lastNames.filter(isLong), ...skills.filter(isLong)];
  return Array.from({ length: count }, (_, i) => words[(i * 7) % words.length] ?? '').map(
    (word) => word.slice(0, 2) + word.slice(3),
  );
}

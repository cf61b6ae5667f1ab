import { firstName, lastName } from '#bench/crowd.ts';

const count = 60;
const skills = ['TypeScript', 'React', 'Go', 'PostgreSQL', 'Accessibility', 'Rust'];
const texts = ['engineer', 'train', 'design', 'coffee', 'open source'];

/** Names, skills, and words that profiles hold: whole and begun, one and two. */
export function searchedWords(): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [skill, text] = [skills[i % skills.length] ?? '', texts[i % texts.length]];
    return [`${firstName(i)} ${lastName(i)}`, firstName(i).slice(0, 3), skill, `${skill} ${text}`][i % 4] ?? '';
  });
}

/** Last names without their third letter, so that nothing matches them exactly. */
export function mistypedWords(): string[] {
  return Array.from({ length: count }, (_, i) => lastName(i)).map((name) => name.slice(0, 2) + name.slice(3));
}

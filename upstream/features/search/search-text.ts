import { canonicalKey, canonicalSkill } from '#shared/skills/canonical-skill.ts';
import { skillKey } from '#shared/skills/skills.ts';
import { mostNearWords } from './near-words.ts';

/**
 * Turns text into search terms. Done here instead of in the databases, so that SQLite and PostgreSQL find the same
 * people: terms ignore case and accents, and their first letter is their kind: `n` a word of a name, `s` a whole skill,
 * `t` any word.
 */
export interface Searchable {
  names: readonly string[];
  skills: readonly string[];
  texts: readonly string[];
}

/** Only this many words of a long description are indexed. */
const wordsAtMost = 1000;
const queryWordsAtMost = 8;

export function termsOf({ names, skills, texts }: Searchable): string {
  const terms = new Set<string>();
  for (const skill of skills) terms.add(skillTerm(skill));
  for (const word of names.flatMap(wordsOf)) terms.add(`n${word}`);
  const words = [...names, ...skills, ...texts].flatMap(wordsOf);
  for (const word of words.slice(0, wordsAtMost)) terms.add(`t${word}`);
  return [...terms].join(' ');
}

/** Letters that Unicode normalisation does not split into a base letter and an accent. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
};

export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđðþħıŋŧ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC');
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]{1,40}/gu) ?? [];
}

/** In hex, because tokenizers would not keep `c`, `c++` and `c#` apart. */
function skillTerm(skill: string): string {
  return `s${Buffer.from(fold(canonicalKey(skill))).toString('hex')}`;
}

/** A boolean query over terms, which each engine renders in its own syntax. */
export type TermQuery =
  | { term: string; prefix?: boolean }
  | { all: readonly TermQuery[]; not?: readonly TermQuery[] }
  | { any: readonly TermQuery[] };

/**
 * The queries to run one after the other, best matches first: names that start with the word; the skill of exactly that
 * name; all words anywhere, the last one as a prefix. They exclude each other's matches. Empty when there is nothing to
 * search for.
 */
export function rankedQueries(q: string, skill: string | undefined): TermQuery[] {
  const having = skill === undefined || skillKey(skill) === '' ? [] : [{ term: skillTerm(skill) }];
  if (skillKey(q) === '') return having.length === 0 ? [] : [{ all: having }];

  const words = queryWords(q);
  const bySkill = { term: skillTerm(q) };
  if (words.length === 0) return [{ all: [...having, bySkill] }];
  const byName = { all: words.map((word) => ({ term: `n${word}`, prefix: true })) };
  const byWords = { all: words.map(orSkill) };
  // The last word may be incomplete. Its prefix is a query of its own, because merging a long list of prefixes is
  // expensive and seldom needed: whole words usually fill the page.
  const byTyping = { all: words.map((word, i) => ({ term: `t${word}`, prefix: i === words.length - 1 })) };
  return [
    { all: [...having, byName] },
    { all: [...having, bySkill], not: [byName] },
    { all: [...having, byWords], not: [byName, bySkill] },
    { all: [...having, byTyping], not: [byName, bySkill, byWords] },
  ];
}

/** A word, or the listed skill that it spells: “postgres” finds PostgreSQL. Short words as “net” and “go” say too little. */
function orSkill(word: string): TermQuery {
  const written = { term: `t${word}` };
  const isSkill = (word.length > 3 || /\d/.test(word)) && canonicalSkill(word) !== word;
  return isSkill ? { any: [written, { term: skillTerm(word) }] } : written;
}

/**
 * Used when nothing matched: each longer word may have one letter wrong, missing or extra, or two swapped, except those
 * that are `right`, and those after which there would be too many near words. Undefined when no word may.
 */
export function forgivingQuery(
  q: string,
  skill: string | undefined,
  right: ReadonlySet<string> = new Set(),
): TermQuery | undefined {
  const words = forgivenWords(q);
  const isForgiven = (word: string) => isForgivable(word) && !right.has(word);
  if (!words.some(isForgiven)) return undefined;
  const having = skill === undefined || skillKey(skill) === '' ? [] : [{ term: skillTerm(skill) }];
  let left = mostNearWords;
  const nearly = words.map((word) => {
    const near = isForgiven(word) ? oneEditAway(word) : [];
    const shown = near.length <= left ? near : [];
    left -= shown.length;
    return { any: [word, ...shown].map((each) => ({ term: `t${each}` })) };
  });
  return { all: [...having, ...nearly] };
}

/** The words of a search in which a mistake is forgiven: more would be too many terms. */
export function forgivenWords(q: string): string[] {
  return queryWords(q).slice(0, 3);
}

export function queryWords(q: string): string[] {
  return [...new Set(wordsOf(q))].slice(0, queryWordsAtMost);
}

function isForgivable(word: string): boolean {
  return /^[a-z]{4,16}$/.test(word);
}

/** The words one edit away from a word in which a mistake is forgiven, within what one search may look for. */
export function nearWordsOf(word: string): string[] {
  return isForgivable(word) ? oneEditAway(word).slice(0, mostNearWords) : [];
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

function oneEditAway(word: string): string[] {
  const near = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    for (const letter of alphabet) {
      near.add(head + letter + tail);
      if (tail !== '') near.add(head + letter + tail.slice(1));
    }
    if (tail !== '') near.add(head + tail.slice(1));
    if (tail.length > 1) near.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
  }
  near.delete(word);
  return [...near];
}

/** As an SQLite FTS5 query. Terms contain only letters, digits and marks, so nothing needs escaping. */
export function toFts5(query: TermQuery): string {
  if ('term' in query) return `"${query.term}"${query.prefix ? ' *' : ''}`;
  if ('any' in query) return `(${query.any.map(toFts5).join(' OR ')})`;
  const all = `(${query.all.map(toFts5).join(' AND ')})`;
  return query.not ? `(${all} NOT (${query.not.map(toFts5).join(' OR ')}))` : all;
}

/** As a PostgreSQL tsquery. */
export function toTsquery(query: TermQuery): string {
  if ('term' in query) return `'${query.term}'${query.prefix ? ':*' : ''}`;
  if ('any' in query) return `(${query.any.map(toTsquery).join(' | ')})`;
  return `(${[...query.all.map(toTsquery), ...(query.not ?? []).map((part) => `!${toTsquery(part)}`)].join(' & ')})`;
}

import { canonicalKey, canonicalSkill } from '#shared/skills/canonical-skill.ts';
import { skillKey } from '#shared/skills/skills.ts';

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
  const having = havingSkill(skill);
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

function havingSkill(skill: string | undefined): TermQuery[] {
  return skill === undefined || skillKey(skill) === '' ? [] : [{ term: skillTerm(skill) }];
}

/** A word, or the listed skill that it spells: “postgres” finds PostgreSQL. Short words as “net” and “go” say too little. */
function orSkill(word: string): TermQuery {
  const written = { term: `t${word}` };
  const isSkill = (word.length > 3 || /\d/.test(word)) && canonicalSkill(word) !== word;
  return isSkill ? { any: [written, { term: skillTerm(word) }] } : written;
}

export function queryWords(q: string): string[] {
  return [...new Set(wordsOf(q))].slice(0, queryWordsAtMost);
}

/** A word of a search with the words that may be meant instead. */
export interface Mistyped {
  word: string;
  near: readonly string[];
}

/** The longest word in which a mistake is forgiven; undefined where there is none. */
export function mistypedWord(q: string): Mistyped | undefined {
  const [word] = queryWords(q)
    .filter((each) => /^[a-z]{4,16}$/.test(each))
    .sort((one, other) => other.length - one.length);
  return word === undefined ? undefined : { word, near: nearWords(word) };
}

/** Used when nothing matched: every word as it is written, and one of the words near the mistyped one. */
export function forgivingQuery(q: string, skill: string | undefined, { word, near }: Mistyped): TermQuery {
  const words = queryWords(q).map((each) =>
    each === word ? { any: near.map((one) => ({ term: `t${one}` })) } : { term: `t${each}` },
  );
  return { all: [...havingSkill(skill), ...words] };
}

const nearWordsAtMost = 300;
/** The most frequent letters first: where there are too many near words, those with rare letters are left out. */
const letters = [...'etaoinsrhldcumfpgwybvkxjqz'];

/** Words with two letters swapped, or one letter less, wrong or more. */
function nearWords(word: string): string[] {
  const near = new Set<string>();
  const cuts = Array.from({ length: word.length + 1 }, (_, i) => [word.slice(0, i), word.slice(i)] as const);
  for (const [head, tail] of cuts) {
    near.add(head + tail.slice(1));
    near.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
  }
  for (const letter of letters)
    for (const [head, tail] of cuts) {
      near.add(head + letter + tail);
      near.add(head + letter + tail.slice(1));
    }
  near.delete(word);
  return [...near].slice(0, nearWordsAtMost);
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

import { folded } from '#client/lib/text/folded.ts';

/** A text that is looked through, prepared once and not at every letter. */
export interface Searchable {
  name: string;
  words: string[];
  /** Words beside the name, by which it is also found: a person's headline, another word for a command. */
  more: string[];
}

export function searchable(name: string, more = ''): Searchable {
  return { name: folded(name).trim(), words: wordsOf(name), more: wordsOf(more) };
}

/** Letters from which on one typing mistake is forgiven: among shorter words, too many are one letter apart. */
const forgivenFrom = 4;

/** How well a typed word fits, best last. */
const fits = { mistaken: 1, beside: 2, inside: 3, wordStart: 4, start: 5, same: 6 } as const;

/** How well a text fits what is typed, a greater number for a better fit; undefined where a typed word is not in it. */
export function fitOf(query: string, text: Searchable): number | undefined {
  const typed = folded(query).trim();
  if (typed === '') return undefined;
  if (text.name === typed) return fits.same;
  if (text.name.startsWith(typed)) return fits.start;
  const each = wordsOf(typed).map((word) => fitOfWord(word, text));
  return each.length === 0 || each.includes(0) ? undefined : Math.min(...each);
}

/** The items that fit, the best first; those that fit equally stay in their order. */
export function ranked<Item extends { text: Searchable }>(query: string, items: readonly Item[]): [Item, number][] {
  return items
    .flatMap((item): [Item, number][] => {
      const fit = fitOf(query, item.text);
      return fit === undefined ? [] : [[item, fit]];
    })
    .toSorted(([, one], [, other]) => other - one);
}

function fitOfWord(typed: string, { name, words, more }: Searchable): number {
  if (words.some((word) => word.startsWith(typed))) return fits.wordStart;
  if (name.includes(typed)) return fits.inside;
  if (more.some((word) => word.startsWith(typed))) return fits.beside;
  const isForgiven = typed.length >= forgivenFrom;
  return isForgiven && [...words, ...more].some((word) => isOneMistakeFrom(typed, word)) ? fits.mistaken : 0;
}

/** Whether a word begins as typed but for one mistake: a wrong letter, one missing, one too many, or two that are swapped. */
function isOneMistakeFrom(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const goesOn = (typedAt: number, wordAt: number) => word.startsWith(typed.slice(typedAt), wordAt);
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return goesOn(at + 1, at + 1) || goesOn(at, at + 1) || goesOn(at + 1, at) || (isSwapped && goesOn(at + 2, at + 2));
}

/** "C++", "C#" and "Node.js" are words. */
function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}+#.]+/gu) ?? [];
}

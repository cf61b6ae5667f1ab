/** Letters of scripts that join or separate letters with the invisible U+200C and U+200D. */
const joiningLetter =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}]';
const joinerInPlace = new RegExp(`(?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter})`, 'gu');
const emoji = /\p{RGI_Emoji}/gv;
/** Controls, marks of direction, characters of no width, unassigned and private ones, and letters that look like a space. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More marks on one letter than any language writes cover the lines above and below. */
const pileOfMarks = /\p{M}{5,}/u;
const startsWithMark = /^\p{M}/u;

/** The name as it is stored: composed, without white space around it, and with one space between words. */
export function normaliseName(name: string): string {
  // Not \s, which takes a byte order mark for a space.
  return name
    .normalize('NFC')
    .replace(/[\p{Zs}\t\r\n]+/gu, ' ')
    .replace(/^ | $/g, '');
}

/** Whether a normalised name can be seen and read: it has a letter, and nothing in it is invisible or covers other text. */
export function isReadableName(name: string): boolean {
  if (!/\p{L}/u.test(name) || startsWithMark.test(name) || pileOfMarks.test(name)) return false;
  return !invisible.test(name.replace(joinerInPlace, '').replace(emoji, ''));
}

/** Text that mail programs and browsers turn into a link: a scheme, an @, `www.`, an IPv4 address; or decode, as `=?utf-8?q?…?=`. A host name is matched by `host`. */
const address = /\p{L}[\p{L}\d+-]*:|[@/\\]|=\?|\bwww\.|\d{1,3}(?:\.\d{1,3}){3}/iu;
const host = /[\p{L}\p{M}\d-]\.[\p{L}\p{M}]{2,}/u;

/**
 * Whether a name has an address in it: names are written into mails to others. A dot of a name is followed by a space
 * (`J. R.`, `St. John`) or by one letter (`J.R.`).
 */
export function hasAddress(name: string): boolean {
  const plain = name.normalize('NFKC').replace(/[。｡．]/gu, '.');
  return address.test(plain) || host.test(plain);
}

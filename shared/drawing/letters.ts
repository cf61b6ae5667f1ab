/** The outlines of a font's letters, so that a picture with text needs no font where it is drawn. */
export interface Letters {
  unitsPerEm: number;
  /** By letter: how far the next one stands, and the outline with y downwards from the base line. */
  glyphs: Readonly<Record<string, readonly [advance: number, d: string]>>;
  /** By pair of letters: how much closer or farther they stand. */
  kerning: Readonly<Record<string, number>>;
}

export interface TextStyle {
  letters: Letters;
  size: number;
  fill: string;
}

/** The letters of a text that the font has. What is left of a text in another script is empty. */
export function drawable(text: string, { glyphs }: Letters): string {
  const known = [...text.normalize('NFC').replace(/\s+/g, ' ')].filter((letter) => Object.hasOwn(glyphs, letter));
  return known.join('').replace(/ +/g, ' ').trim();
}

interface Placed {
  letter: string;
  at: number;
}

function place(text: string, { glyphs, kerning }: Letters): { placed: Placed[]; end: number } {
  let end = 0;
  let before = '';
  const placed = [...text].map((letter) => {
    const pair = before + letter;
    const at = end + (Object.hasOwn(kerning, pair) ? (kerning[pair] ?? 0) : 0);
    end = at + (glyphs[letter]?.[0] ?? 0);
    before = letter;
    return { letter, at };
  });
  return { placed, end };
}

export function widthOf(text: string, { letters, size }: Pick<TextStyle, 'letters' | 'size'>): number {
  return (place(text, letters).end * size) / letters.unitsPerEm;
}

/** One line of drawable text as outlines, from `x` on the base line `y`. */
export function outlined(text: string, x: number, y: number, { letters, size, fill }: TextStyle): string {
  const scale = size / letters.unitsPerEm;
  const paths = place(text, letters).placed.map(({ letter, at }) => {
    const d = letters.glyphs[letter]?.[1] ?? '';
    return d === '' ? '' : `<path transform="translate(${Math.round(at)})" d="${d}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale})">${paths.join('')}</g>`;
}

/** Breaks drawable text into lines of a width; what does not fit into the last line ends in an ellipsis. */
export function wrap(text: string, style: Pick<TextStyle, 'letters' | 'size'>, width: number, most: number): string[] {
  const fits = (line: string) => widthOf(line, style) <= width;
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => inParts(each, fits))) {
    const line = lines.at(-1);
    if (line !== undefined && fits(`${line} ${word}`)) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, most - 1), `${last}…`];
}

/** A word that is wider than a line, cut into parts that are not. */
function inParts(word: string, fits: (line: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return part === '' ? parts : [...parts, part];
}

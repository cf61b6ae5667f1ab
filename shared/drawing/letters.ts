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

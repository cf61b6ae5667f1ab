import { toHex } from './colour.ts';
import { type Letters, outlined, widthOf } from './letters.ts';

/** What links show: https://ogp.me, in the size that most sites ask for. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** The fonts of a picture: Inter for text, JetBrains Mono for the name of the product and for facts. */
export interface PictureFonts {
  text: Letters;
  mono: Letters;
}

/** Colours of the light theme: client/styles/main.css. */
export const ink = {
  page: toHex([0.972, 0.006, 265]),
  card: toHex([0.995, 0.002, 265]),
  line: toHex([0.915, 0.009, 265]),
  text: toHex([0.24, 0.03, 265]),
  muted: toHex([0.47, 0.025, 265]),
  primary: toHex([0.49, 0.19, 268]),
  tint: toHex([0.96, 0.03, 268]),
} as const;

export function pictureOf(parts: readonly string[]): string {
  const { width, height } = pictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** The name of the product, from `x` on. */
export function wordmark(x: number, y: number, size: number, { mono }: PictureFonts): string {
  const style = { letters: mono, size };
  const [dot, code] = ['Dot', '.Code'];
  return (
    outlined(dot, x, y, { ...style, fill: ink.text }) +
    outlined(code, x + widthOf(dot, style), y, { ...style, fill: ink.primary })
  );
}

/** Words in a pill, as skills are shown; and where it ends. */
export function pill(words: string, x: number, y: number, { mono }: PictureFonts): { part: string; end: number } {
  const style = { letters: mono, size: 24, fill: ink.text };
  const width = Math.round(widthOf(words, style)) + 40;
  const box = `<rect x="${x}" y="${y}" width="${width}" height="48" rx="14" fill="${ink.tint}" stroke="${ink.line}" stroke-width="2"/>`;
  return { part: box + outlined(words, x + 20, y + 33, style), end: x + width };
}

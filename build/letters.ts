import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import type { Letters } from '#shared/drawing/letters.ts';
import type { PictureFonts } from '#shared/drawing/picture-parts.ts';

const packages = fileURLToPath(new URL('../node_modules/@fontsource/', import.meta.url));

/** Pairs of these are looked up for kerning: a fifth of a second for each thousand of pairs. */
const kerned = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The fonts of share pictures as outlines. The variable fonts of the pages hold no outlines of one weight. */
export function pictureFonts(): PictureFonts {
  const inter = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
  const text = inter.map((subset) => load(`inter/files/inter-${subset}-600-normal.woff2`));
  const [latin] = text;
  if (latin === undefined) throw new Error('There are no letters to draw pictures with.');
  const mono = load('jetbrains-mono/files/jetbrains-mono-latin-600-normal.woff2');
  return {
    text: { unitsPerEm: latin.unitsPerEm, glyphs: glyphsOf(text), kerning: kerningOf(latin) },
    // Its letters have one width.
    mono: { unitsPerEm: mono.unitsPerEm, glyphs: glyphsOf([mono]), kerning: {} },
  };
}

function load(file: string): Font {
  const font = create(readFileSync(packages + file));
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} holds several fonts.`);
  return font;
}

/** The first font that has a letter provides it. */
function glyphsOf(fonts: readonly Font[]): Letters['glyphs'] {
  const glyphs: Record<string, readonly [number, string]> = {};
  for (const font of fonts)
    for (const code of font.characterSet) {
      const letter = String.fromCodePoint(code);
      if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(letter) || Object.hasOwn(glyphs, letter)) continue;
      const { advanceWidth, path } = font.glyphForCodePoint(code);
      glyphs[letter] = [Math.round(advanceWidth), path.scale(1, -1).toSVG()];
    }
  return glyphs;
}

function kerningOf(font: Font): Record<string, number> {
  const pairs: Record<string, number> = {};
  for (const left of kerned)
    for (const right of kerned) {
      const { positions, glyphs } = font.layout(left + right);
      // Two letters that join into one sign are drawn apart.
      if (glyphs.length !== 2) continue;
      const closer = Math.round((positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0));
      if (closer !== 0) pairs[left + right] = closer;
    }
  return pairs;
}

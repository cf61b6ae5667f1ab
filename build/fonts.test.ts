import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';

function read(url: URL): { font: Font; bytes: number } {
  const file = readFileSync(url);
  const font = create(file);
  if (!('characterSet' in font)) throw new Error(`${url.pathname} holds several fonts.`);
  return { font, bytes: file.length };
}

describe.each([
  ['inter', 'normal', 31_000],
  ['inter', 'italic', 33_000],
  ['jetbrains-mono', 'normal', 30_000],
])('the narrowed file of %s, %s', (name, style, mostBytes) => {
  const file = `${name}-latin-wght-${style}.woff2`;
  const whole = read(new URL(`../node_modules/@fontsource-variable/${name}/files/${file}`, import.meta.url));
  const narrowed = read(new URL(`../client/styles/fonts/${file}`, import.meta.url));

  it('has the letters of its range, in the same size', () => {
    const letters = [...Array(0x100).keys(), 0x131, 0x152, 0x2013, 0x2014, 0x2018, 0x201c, 0x2022, 0x2026, 0x20ac];
    for (const letter of letters)
      expect(narrowed.font.hasGlyphForCodePoint(letter), letter.toString(16)).toBe(
        whole.font.hasGlyphForCodePoint(letter),
      );
    const widths = ({ font }: typeof whole) => font.layout('Hamburg 0123 “Qu” áñß').advanceWidth;
    expect(widths(narrowed)).toBe(widths(whole));
    for (const metric of ['ascent', 'descent', 'lineGap', 'unitsPerEm'] as const)
      expect(narrowed.font[metric], metric).toBe(whole.font[metric]);
  });

  it('has the weights from 400 to 700, and stays small', () => {
    expect(narrowed.font.variationAxes.wght).toMatchObject({ min: 400, max: 700 });
    expect(narrowed.bytes).toBeLessThan(mostBytes);
  });
});

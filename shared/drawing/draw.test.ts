import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { type Drawing, draw, type Shape } from './draw.ts';
import { toSvg } from './to-svg.ts';

const ids = Array.from({ length: 600 }, (_, at) => `person-${at}`);
const shapes: Shape[] = ['avatar', 'thumb', 'card', 'band'];
const themes = ['light', 'dark'] as const;
const white = [255, 255, 255];

it('draws the same for the same id, and another drawing for another id', () => {
  for (const shape of shapes) expect(draw('ana', shape, 'light')).toEqual(draw('ana', shape, 'light'));
  expect(new Set(ids.map((id) => toSvg(draw(id, 'card', 'light')))).size).toBe(ids.length);
});

it('keeps the hues of one id in every shape', () => {
  for (const id of ids.slice(0, 50)) {
    const [card, band] = [draw(id, 'card', 'light'), draw(id, 'band', 'light')].map(colours);
    expect(card).toEqual(band);
  }
});

it('uses attributes only, and no style, script or address outside the drawing', () => {
  for (const shape of shapes)
    expect(toSvg(draw('<script>"', shape, 'light'))).not.toMatch(/style|script|href|url\((?!#)/i);
});

it('leaves white initials readable on every colour of an avatar, under the pattern too', () => {
  for (const theme of themes)
    for (const id of ids.slice(0, 200)) {
      const drawing = draw(id, 'avatar', theme);
      const worst = Math.min(...mixtures(drawing).map((under) => contrast(white, over(white, under, inkOf(drawing)))));
      expect(worst, `${id} ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
});

it('sets the avatar off from the cover behind it by a ring of the card’s colour', () => {
  // The ring is what separates them; a cover is never as pale as the light card, or as dark as the dark one.
  for (const id of ids.slice(0, 200)) {
    const [light, dark] = themes.map((theme) => mixtures(draw(id, 'card', theme)));
    for (const colour of light ?? []) expect(contrast(colour, [252, 252, 253])).toBeGreaterThan(1.25);
    for (const colour of dark ?? []) expect(contrast(colour, [22, 25, 35])).toBeGreaterThan(1.25);
  }
});

it('has no olive or mustard, and enough colour everywhere', () => {
  for (const id of ids)
    for (const [hue, chroma] of sourceColours(draw(id, 'card', 'page'))) {
      expect(hue % 360 > 62 && hue % 360 < 140, `${id}: ${hue}`).toBe(false);
      expect(chroma).toBeGreaterThanOrEqual(0.11);
      expect(chroma).toBeLessThanOrEqual(0.16);
    }
});

it('is under 2 kB compressed', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: 'shared/drawing/draw.ts', preserveEntrySignatures: 'strict' },
      modulePreload: false,
    },
  });
  const [code] = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []));
  expect(code).toContain('radialGradient');
  expect(brotliCompressSync(code ?? '').length).toBeLessThan(2000);
});

function attributesOf(drawing: Drawing, pattern: RegExp): string[] {
  return [...toSvg(drawing).matchAll(pattern)].map(([, value]) => value ?? '');
}

/** The base and the three blobs, as red, green and blue. */
function colours(drawing: Drawing): number[][] {
  const found = attributesOf(drawing, /(?:rect [^>]*fill|stop-color)="#([0-9a-f]{6})"/g).filter(
    (hex) => hex !== 'ffffff',
  );
  return [...new Set(found)].map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
}

/** What the mesh can show: each blob lies over what is below it, with any opacity. */
function mixtures(drawing: Drawing): number[][] {
  const base = colours(drawing).at(-1) ?? [];
  const blobs = colours(drawing).slice(0, -1);
  expect(blobs).toHaveLength(3);
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return blobs.reduce(
    (under, blob) => under.flatMap((colour) => steps.map((opacity) => over(blob, colour, opacity))),
    [base],
  );
}

function inkOf(drawing: Drawing): number {
  return Math.max(...attributesOf(drawing, /stop-color="#fff" stop-opacity="([\d.]+)"/g).map(Number));
}

/** Hue and chroma of each colour as it was chosen, before sRGB clips it. */
function sourceColours(drawing: Drawing): [hue: number, chroma: number][] {
  return [...toSvg(drawing).matchAll(/oklch\(calc\([^)]*\)\) ([\d.]+) ([\d.]+)\)/g)].map(([, chroma, hue]) => [
    Number(hue),
    Number(chroma),
  ]);
}

function over(top: readonly number[], under: readonly number[], opacity: number): number[] {
  return under.map((value, at) => value + ((top[at] ?? 0) - value) * opacity);
}

/** WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

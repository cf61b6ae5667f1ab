import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Colour, contrast, type Rgb, toRgb } from '#tests/support/oklch.ts';
import { Drawn, type Shape } from './drawn.tsx';

const ids = Array.from({ length: 300 }, (_, at) => `person-${at}`);
const shapes: Shape[] = ['avatar', 'thumb', 'card', 'band'];
const white = [255, 255, 255];
/** How much darker the dark theme is: `--dim` of the page's stylesheet. */
const dims = { light: 0, dark: 0.23 };
const themes = ['light', 'dark'] as const;

const draw = (id: string, shape: Shape) => renderToStaticMarkup(<Drawn id={id} shape={shape} />);

it('draws the same for the same id, and another drawing for another id', () => {
  for (const shape of shapes) expect(draw('ana', shape)).toBe(draw('ana', shape));
  expect(new Set(ids.map((id) => draw(id, 'card'))).size).toBe(ids.length);
});

it('keeps the hues of one id in every shape', () => {
  for (const id of ids.slice(0, 50)) expect(sourceColours(draw(id, 'card'))).toEqual(sourceColours(draw(id, 'band')));
});

it('uses attributes only, and no style, script or address outside the drawing', () => {
  for (const shape of shapes) expect(draw('<script>"', shape)).not.toMatch(/style|script|href|url\((?!#)/i);
});

it('leaves white initials readable on every colour of an avatar, under the pattern too', () => {
  for (const theme of themes)
    for (const id of ids.slice(0, 200)) {
      const drawing = draw(id, 'avatar');
      const worst = Math.min(
        ...mixtures(drawing, theme).map((under) => contrast(white, over(white, under, inkOf(drawing)))),
      );
      expect(worst, `${id} ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
});

it('sets the avatar off from the cover behind it by a ring of the card’s colour', () => {
  // The ring is what separates them; a cover is never as pale as the light card, or as dark as the dark one.
  for (const id of ids.slice(0, 200)) {
    const [light, dark] = themes.map((theme) => mixtures(draw(id, 'card'), theme));
    for (const colour of light ?? []) expect(contrast(colour, [252, 252, 253])).toBeGreaterThan(1.25);
    for (const colour of dark ?? []) expect(contrast(colour, [22, 25, 35])).toBeGreaterThan(1.25);
  }
});

it('has no olive or mustard, and enough colour everywhere', () => {
  for (const id of ids)
    for (const { colour } of sourceColours(draw(id, 'card'))) {
      const [, chroma, hue] = colour;
      expect(hue % 360 > 62 && hue % 360 < 140, `${id}: ${hue}`).toBe(false);
      expect(chroma).toBeGreaterThanOrEqual(0.11);
      expect(chroma).toBeLessThanOrEqual(0.16);
    }
});

/** The three blobs and then the base, as they were chosen, and whether the theme darkens them. */
function sourceColours(drawing: string): { colour: Colour; byTheme: boolean }[] {
  const found = [...drawing.matchAll(/(?:fill|stop-color)="(oklch\([^"]*\))"/g)].map(([, colour]) => colour ?? '');
  return [...new Set(found)].map((text) => {
    const [lightness = 0, chroma = 0, hue = 0] = [
      ...text.replace(/- (?:0|var\(--dim, 0\))/, '').matchAll(/[\d.]+/g),
    ].map(Number);
    return { colour: [lightness, chroma, hue], byTheme: text.includes('--dim') };
  });
}

/** The colours that a mesh of blobs can show: each blob lies over the ones below it, with any opacity. */
function mixtures(drawing: string, theme: keyof typeof dims): Rgb[] {
  const colours = sourceColours(drawing).map(({ colour: [lightness, chroma, hue], byTheme }) =>
    toRgb([byTheme ? lightness - dims[theme] : lightness, chroma, hue]),
  );
  const base = colours.at(-1) ?? [];
  const blobs = colours.slice(0, -1);
  expect(blobs).toHaveLength(3);
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return blobs.reduce(
    (under, blob) => under.flatMap((colour) => steps.map((opacity) => over(blob, colour, opacity))),
    [base],
  );
}

function inkOf(drawing: string): number {
  return Math.max(
    ...[...drawing.matchAll(/stop-color="#fff" stop-opacity="([\d.]+)"/g)].map(([, opacity]) => Number(opacity)),
  );
}

function over(top: Rgb, under: Rgb, opacity: number): Rgb {
  return under.map((value, at) => value + ((top[at] ?? 0) - value) * opacity);
}

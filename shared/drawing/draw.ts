import { type Colour, paint, type Theme } from './colour.ts';
import { glyphOf } from './glyph.ts';
import { patternOf } from './pattern.ts';
import { randomOf } from './random.ts';

export type Shape = keyof typeof sizes;

/** One SVG element. An `id` and a `url(#id)` are unique in the drawing only: whatever shows it adds a prefix. */
export interface DrawnElement {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children?: readonly DrawnElement[];
}

export interface Drawing {
  width: number;
  height: number;
  elements: readonly DrawnElement[];
}

const sizes = { avatar: [100, 100], thumb: [144, 96], card: [400, 168], band: [1120, 240] } as const;

/** Where the three blobs of the mesh are, and how large, in shares of the width, the height and the longer side. */
const places = [
  [0.88, 0.08, 0.62],
  [0.06, 0.96, 0.58],
  [0.5, 0.3, 0.4],
] as const;

/**
 * The colours and the pattern of a person or a project: a mesh of three neighbouring hues, a fine pattern and a code
 * glyph, chosen by the id alone. An avatar is deep in every theme, so that white initials are readable on it.
 */
export function draw(id: string, shape: Shape, theme: Theme): Drawing {
  const [width, height] = sizes[shape];
  const isAvatar = shape === 'avatar';
  const used = isAvatar ? 'light' : theme;
  const random = randomOf(id);
  const { base, blobs } = meshOf(random, isAvatar);
  const glyph = glyphOf(random);
  const { d, line } = patternOf(random, width, height);
  const ink = { stroke: 'url(#ink)', 'stroke-width': line, 'stroke-linecap': 'round', fill: 'none' };
  const scale = (height * 0.4) / 24;
  const whole = { width, height };
  return {
    width,
    height,
    elements: [
      {
        tag: 'defs',
        attributes: {},
        children: [...blobs.map((blob, at) => gradientOf(blob, at, { width, height, theme: used })), inkOf(isAvatar)],
      },
      { tag: 'rect', attributes: { ...whole, fill: paint(base, used) } },
      ...blobs.map((_, at) => ({ tag: 'rect', attributes: { ...whole, fill: `url(#blob${at})` } })),
      { tag: 'path', attributes: { d, ...(line === 0 ? { fill: 'url(#ink)' } : ink) } },
      ...(isAvatar
        ? []
        : [
            {
              tag: 'path',
              attributes: {
                d: glyph.d,
                fill: 'none',
                stroke: '#fff',
                'stroke-width': 3,
                'stroke-linecap': 'round',
                'stroke-linejoin': 'round',
                opacity: 0.6,
                transform: `translate(${width - height * 0.16 - glyph.width * scale} ${height * 0.48}) scale(${scale})`,
              },
            },
          ]),
    ],
  };
}

/** The middles of the meshes, from green over blue and violet to orange. Olive and mustard, between them, are left out. */
const hues = [175, 198, 228, 255, 278, 300, 322, 345, 365, 378] as const;

/** The three hues are neighbours, so that no mixture of two of them is grey. */
function meshOf(random: () => number, isAvatar: boolean): { base: Colour; blobs: Colour[] } {
  const hue = (hues[Math.floor(random() * hues.length)] ?? hues[0]) + random() * 8;
  const after = hue + 20 + random() * 14;
  const before = hue - 20 - random() * 14;
  const [lightness, lighter, darker] = isAvatar ? [0.48, 0.495, 0.42] : [0.71, 0.79, 0.66];
  return {
    base: [lightness, 0.14, hue],
    blobs: [
      [lighter, 0.15, after],
      [darker, 0.16, before],
      [lighter, 0.13, hue],
    ],
  };
}

function gradientOf(
  colour: Colour,
  at: number,
  { width, height, theme }: { width: number; height: number; theme: Theme },
): DrawnElement {
  const [x, y, r] = places[at] ?? [0, 0, 0];
  const color = paint(colour, theme);
  // Three stops, because a straight fall from full to nothing shows as a disc with an edge.
  const stops = [
    [0, 1],
    [0.5, 0.5],
    [1, 0],
  ] as const;
  return {
    tag: 'radialGradient',
    attributes: {
      id: `blob${at}`,
      gradientUnits: 'userSpaceOnUse',
      cx: x * width,
      cy: y * height,
      r: r * Math.max(width, height),
    },
    children: stops.map(([offset, opacity]) => ({
      tag: 'stop',
      attributes: { offset, 'stop-color': color, 'stop-opacity': opacity },
    })),
  };
}

/** The pattern's ink, stronger towards the end of the drawing. */
function inkOf(isAvatar: boolean): DrawnElement {
  const opacities = isAvatar ? [0.02, 0.06] : [0.02, 0.4];
  return {
    tag: 'linearGradient',
    attributes: { id: 'ink', x1: 0, y1: 0, x2: 1, y2: 1 },
    children: opacities.map((opacity, offset) => ({
      tag: 'stop',
      attributes: { offset, 'stop-color': '#fff', 'stop-opacity': opacity },
    })),
  };
}

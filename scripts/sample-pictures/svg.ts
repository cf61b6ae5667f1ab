import { toHex } from '#shared/drawing/colour.ts';
import { randomOf } from '#shared/drawing/random.ts';

export interface Frame {
  width: number;
  height: number;
  /** The same numbers at every run: they begin with the name of the picture. */
  random: () => number;
  /** A colour of the picture's own hue, turned by some degrees. */
  tint: (lightness: number, chroma?: number, turn?: number) => string;
}

/** What a picture shows, as SVG text that fills its frame. No text elements: outlines need no font. */
export type Scene = (frame: Frame) => string;

export function frameOf(name: string, hue: number, [width, height]: readonly [number, number]): Frame {
  const tint = (lightness: number, chroma = 0.12, turn = 0) => toHex([lightness, chroma, hue + turn]);
  return { width, height, random: randomOf(name), tint };
}

export function svgOf(scene: Scene, frame: Frame): string {
  const { width, height } = frame;
  return el('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` }, [
    scene(frame),
  ]);
}

type Attributes = Readonly<Record<string, string | number>>;

export function el(tag: string, attributes: Attributes, children: readonly string[] = []): string {
  const list = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`,
  );
  return `<${tag}${list.join('')}>${children.join('')}</${tag}>`;
}

export const path = (d: string, attributes: Attributes) => el('path', { d, ...attributes });

export const circle = (cx: number, cy: number, r: number, fill: string, opacity = 1) =>
  el('circle', { cx, cy, r, fill, 'fill-opacity': String(opacity) });

export function box(
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  { radius = 0, opacity = 1 } = {},
): string {
  return el('rect', { x, y, width, height, rx: radius, fill, 'fill-opacity': String(opacity) });
}

export const line = (points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

export const strokeOf = (stroke: string, width: number, opacity = 1): Attributes => ({
  fill: 'none',
  stroke,
  'stroke-width': width,
  'stroke-opacity': String(opacity),
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
});

/** The ground of a picture: from one colour at the upper left to another at the lower right. */
export function ground({ width, height }: Frame, from: string, to: string, straightDown = false): string {
  const stops = [from, to].map((colour, offset) => el('stop', { offset, 'stop-color': colour }));
  const across = straightDown ? 0 : 1;
  return (
    el('linearGradient', { id: 'ground', x1: 0, y1: 0, x2: across, y2: 1 }, stops) +
    box([0, 0, width, height], 'url(#ground)')
  );
}

/** A smooth curve around 0, at most 1 up or down, different for each call. */
export function wobble(random: () => number, waves = 4): (x: number) => number {
  const parts = Array.from({ length: waves }, (_, at) => ({
    often: (at + 1) * (0.7 + random() * 0.6),
    phase: random() * Math.PI * 2,
    share: 1 / (at + 1.4),
  }));
  const sum = parts.reduce((all, { share }) => all + share, 0);
  return (x) => parts.reduce((all, { often, phase, share }) => all + share * Math.sin(x * often + phase), 0) / sum;
}

/** Numbers from 0 up to, without, `count`. */
export const range = (count: number): number[] => Array.from({ length: Math.ceil(count) }, (_, at) => at);

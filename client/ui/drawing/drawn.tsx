import { memo, useId } from 'react';
import { glyphOf, patternOf, randomOf } from './pattern.ts';

export type Shape = keyof typeof sizes;

/** OKLCH: lightness from 0 to 1, chroma, hue in degrees. */
type Colour = readonly [lightness: number, chroma: number, hue: number];

const sizes = { avatar: [100, 100], thumb: [144, 96], card: [400, 168], band: [1120, 240] } as const;

/** Where the three blobs of the mesh are, and how large, in shares of the width, the height and the longer side. */
const places = [
  [0.88, 0.08, 0.62],
  [0.06, 0.96, 0.58],
  [0.5, 0.3, 0.4],
] as const;

/** Three stops, because a straight fall from full to nothing shows as a disc with an edge. */
const fall = [
  [0, 1],
  [0.5, 0.5],
  [1, 0],
] as const;

interface Props {
  /** The id of the person or project, which decides colours and pattern. */
  id: string;
  shape: Shape;
}

/**
 * The colours and the pattern that belong to an id, filling its box: a mesh of three neighbouring hues, a fine pattern and
 * a code glyph. Its end and its bottom are never cut off. An avatar is deep in every theme, so that white initials are
 * readable on it.
 */
export const Drawn = memo(function Drawn({ id, shape }: Props) {
  const prefix = useId();
  const [width, height] = sizes[shape];
  const isAvatar = shape === 'avatar';
  const random = randomOf(id);
  const { base, blobs } = meshOf(random, isAvatar);
  const glyph = glyphOf(random);
  const { d, line } = patternOf(random, width, height);
  const paint = (colour: Colour) => oklch(colour, isAvatar ? 0 : 'var(--dim, 0)');
  const ink = `url(#${prefix}ink)`;
  const scale = (height * 0.4) / 24;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isAvatar ? 'xMidYMid slice' : 'xMaxYMax slice'}
      className="block size-full"
      aria-hidden="true"
    >
      <defs>
        {blobs.map((colour, at) => {
          const [x, y, r] = places[at] ?? places[0];
          return (
            <radialGradient
              key={colour[2]}
              id={`${prefix}blob${at}`}
              gradientUnits="userSpaceOnUse"
              cx={x * width}
              cy={y * height}
              r={r * Math.max(width, height)}
            >
              {fall.map(([offset, opacity]) => (
                <stop key={offset} offset={offset} stopColor={paint(colour)} stopOpacity={opacity} />
              ))}
            </radialGradient>
          );
        })}
        {/* The pattern's ink is stronger towards the end of the drawing. */}
        <linearGradient id={`${prefix}ink`} x1={0} y1={0} x2={1} y2={1}>
          <stop offset={0} stopColor="#fff" stopOpacity={0.02} />
          <stop offset={1} stopColor="#fff" stopOpacity={isAvatar ? 0.06 : 0.4} />
        </linearGradient>
      </defs>
      <rect width={width} height={height} fill={paint(base)} />
      {blobs.map((colour, at) => (
        <rect key={colour[2]} width={width} height={height} fill={`url(#${prefix}blob${at})`} />
      ))}
      {line === 0 ? (
        <path d={d} fill={ink} />
      ) : (
        <path d={d} stroke={ink} strokeWidth={line} strokeLinecap="round" fill="none" />
      )}
      {!isAvatar && (
        <path
          d={glyph.d}
          fill="none"
          stroke="#fff"
          strokeWidth={3}
          strokeLinecap="round"
          strokeLinejoin="round"
          opacity={0.6}
          transform={`translate(${width - height * 0.16 - glyph.width * scale} ${height * 0.48}) scale(${scale})`}
        />
      )}
    </svg>
  );
});

/** The middles of the meshes, from green over blue and violet to orange. Olive and mustard, between them, are left out. */
const hues = [175, 198, 228, 255, 278, 300, 322, 345, 365, 378] as const;

/** The three hues are neighbours, so that no mixture of two of them is grey. */
function meshOf(random: () => number, isAvatar: boolean): { base: Colour; blobs: readonly Colour[] } {
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

/** The stylesheet decides the theme (`--dim`), so that a switch of it and a pre-rendered page need no new drawing. */
function oklch([lightness, chroma, hue]: Colour, dim: number | string): string {
  return `oklch(calc(${lightness} - ${dim}) ${chroma} ${hue.toFixed(3)})`;
}

interface Pattern {
  d: string;
  /** Stroke width; 0 where the shapes are filled. */
  line: number;
}

type Random = () => number;
type Draw = (width: number, height: number, random: Random) => Pattern;

const rings: Draw = (width, height, random) => {
  const x = width * (0.45 + random() * 0.2);
  let d = '';
  for (let ring = 1; ring <= 11; ring++) d += circle(x, height * 0.92, ring * height * 0.15);
  return { d, line: height / 130 };
};

/** Quarter circles in a grid, each turned one of two ways, which join into winding lines. */
const arcs: Draw = (width, height, random) => {
  const step = height / 4;
  let d = '';
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const [near, far, half] = [x, x + step, step / 2];
      d +=
        random() < 0.5
          ? `M${to(near + half)} ${to(y)}a${to(half)} ${to(half)} 0 0 1-${to(half)} ${to(half)}M${to(far)} ${to(y + half)}a${to(half)} ${to(half)} 0 0 0-${to(half)} ${to(half)}`
          : `M${to(near + half)} ${to(y)}a${to(half)} ${to(half)} 0 0 0 ${to(half)} ${to(half)}M${to(near)} ${to(y + half)}a${to(half)} ${to(half)} 0 0 1 ${to(half)} ${to(half)}`;
    }
  return { d, line: height / 110 };
};

/** Bars like indented lines of code, seen from afar. */
const code: Draw = (width, height, random) => {
  const step = height / 7;
  let d = '';
  for (let row = 0; row < 7; row++)
    for (let x = step * (0.6 + (row % 3)); x < width; x += step * 0.7) {
      const length = step * (0.6 + random() * 2.8);
      if (random() < 0.66) d += `M${to(x)} ${to((row + 0.5) * step)}h${to(length)}`;
      x += length;
    }
  return { d, line: step * 0.3 };
};

const dots: Draw = (width, height, random) => {
  const step = height / 7;
  let d = '';
  for (let y = step / 2; y < height; y += step)
    for (let x = step / 2; x < width; x += step) d += circle(x, y, step * (0.05 + random() ** 2 * 0.2));
  return { d, line: 0 };
};

const waves: Draw = (width, height, random) => {
  const length = height * (0.55 + random() * 0.4);
  const swing = height * (0.05 + random() * 0.06);
  let d = '';
  for (let y = height * 0.08; y < height; y += height / 8) {
    d += `M${to(-length * random())} ${to(y)}q${to(length / 4)} ${to(-swing)} ${to(length / 2)} 0`;
    for (let x = 0; x < width + length; x += length / 2) d += `t${to(length / 2)} 0`;
  }
  return { d, line: height / 120 };
};

const crosses: Draw = (width, height, random) => {
  const step = height / 5;
  let d = '';
  for (let y = step / 2; y < height; y += step)
    for (let x = step / 2; x < width; x += step) {
      const arm = step * (0.06 + random() ** 2 * 0.2);
      d += `M${to(x - arm)} ${to(y)}h${to(arm * 2)}M${to(x)} ${to(y - arm)}v${to(arm * 2)}`;
    }
  return { d, line: height / 90 };
};

const patterns = [rings, arcs, code, dots, waves, crosses];

export function patternOf(random: Random, width: number, height: number): Pattern {
  const draw = patterns[Math.floor(random() * patterns.length)] ?? rings;
  return draw(width, height, random);
}

function circle(x: number, y: number, radius: number): string {
  const r = to(radius);
  return `M${to(x - radius)} ${to(y)}a${r} ${r} 0 1 0 ${to(2 * radius)} 0a${r} ${r} 0 1 0 ${to(-2 * radius)} 0`;
}

function to(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Signs of code as strokes, 24 high: outlines need no font. */
const glyphs: readonly (readonly [width: number, d: string])[] = [
  [32, 'M9 2q-5 0-5 5v2q0 3-3 3q3 0 3 3v2q0 5 5 5M23 2q5 0 5 5v2q0 3 3 3q-3 0-3 3v2q0 5-5 5'],
  [32, 'M9 5l-7 7 7 7M19 3l-6 18M23 5l7 7-7 7'],
  [28, 'M2 9h12M2 15h12M19 5l7 7-7 7'],
  [20, 'M4 3h3l10 18M11 11L5 21'],
  [20, 'M5 8v.1M5 17v.1M15 8v.1M15 17v.1'],
  [23, 'M9 3l-3 18M18 3l-3 18M3 9h18M2 15h18'],
  [32, 'M9 2H3v20h6M23 2h6v20h-6'],
  [28, 'M3 5l7 7-7 7M14 20h12'],
  [26, 'M4 20v.1M13 20v.1M22 20v.1'],
  [22, 'M3 7q0-5 6-5t6 5q0 3-3 5t-3 4M9 21v.1M20 21v.1'],
  [28, 'M8 2q-6 10 0 20M20 2q6 10 0 20'],
  [22, 'M11 3v18M3 7.5l16 9M19 7.5l-16 9'],
];

export function glyphOf(random: Random): { width: number; d: string } {
  const [width, d] = glyphs[Math.floor(random() * glyphs.length)] ?? [0, ''];
  return { width, d };
}

/** A repeatable sequence of numbers from 0 up to 1: FNV-1a of the text seeds Mulberry32. */
export function randomOf(text: string): () => number {
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

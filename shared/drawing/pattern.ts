export interface Pattern {
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

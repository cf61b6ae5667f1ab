/** Signs of code as strokes, 24 high: outlines need no font, neither on a page before its fonts nor in a share picture. */
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

export function glyphOf(random: () => number): { width: number; d: string } {
  const [width, d] = glyphs[Math.floor(random() * glyphs.length)] ?? [0, ''];
  return { width, d };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import type { LetterFile } from '#shared/share-drawing.ts';

const packages = fileURLToPath(new URL('../node_modules/@fontsource/', import.meta.url));

const otherFace = { weight: 600 } as const;

/** Scripts that Inter does not have. One weight of each: names and sentences share it. */
const otherScripts = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-kr',
];

interface BuiltLetters extends LetterFile {
  readonly source: Buffer;
}

/** The fonts of share pictures. Where several have a letter, the first one draws it. */
export async function pictureLetters(): Promise<readonly BuiltLetters[]> {
  const weights = [400, 600] as const;
  const inter = (subset: string) => weights.map((weight) => load('inter', subset, { weight }));
  return [
    ...weights.map((weight) => load('inter', 'latin', { weight, family: 'text' })),
    load('jetbrains-mono', 'latin', { weight: 600, family: 'mono' }),
    ...subsetsOf('inter')
      .filter((subset) => subset !== 'latin')
      .flatMap(inter),
    ...otherScripts.flatMap((name) => subsetsOf(name).map((subset) => load(name, subset, otherFace))),
    await emoji(),
  ];
}

/** Without the font's space, which is as wide as an emoji, and without the halves of flags, which it does not join. */
async function emoji(): Promise<BuiltLetters> {
  const whole = load('noto-emoji', 'emoji', otherFace);
  const isEmoji = (code: number) => /\p{Extended_Pictographic}/u.test(String.fromCodePoint(code));
  const codes = whole.ranges.flatMap(([first, last]) => codesBetween(first, last)).filter(isEmoji);
  const source = await subsetFont(whole.source, String.fromCodePoint(...codes), { targetFormat: 'woff' });
  return { ...whole, ranges: rangesOf(codes), source };
}

/** The licences of the fonts, which stand beside their files. */
export function licences(): string {
  const names = ['inter', 'jetbrains-mono', ...otherScripts, 'noto-emoji'];
  return names.map((name) => `${name}\n\n${readFileSync(join(packages, name, 'LICENSE'), 'utf8')}`).join('\n\n');
}

function subsetsOf(name: string): string[] {
  const ranges = JSON.parse(readFileSync(join(packages, name, 'unicode.json'), 'utf8')) as Record<string, string>;
  // The Latin letters of other fonts are never needed.
  const found = Object.keys(ranges).map((subset) => subset.replace(/[[\]]/g, ''));
  return name === 'inter' ? found : found.filter((subset) => !/^(latin|cyrillic|vietnamese|symbols|math)/.test(subset));
}

function load(name: string, subset: string, face: Pick<LetterFile, 'weight'> & { family?: string }): BuiltLetters {
  const file = `${name}-${subset}-${face.weight}-normal.woff`;
  const path = join(packages, name, 'files', file);
  // The same font: fontkit does not find the letters of these WOFF files, and satori reads no WOFF2.
  const font = create(readFileSync(`${path}2`));
  if (!('characterSet' in font)) throw new Error(`${file} holds several fonts.`);
  return { file, family: file, ...face, ranges: rangesOf(font.characterSet), source: readFileSync(path) };
}

function codesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function rangesOf(codes: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const code of codes.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && code <= last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

// `node scripts/narrow-fonts.ts` writes client/styles/fonts/: the Latin fonts with the letters and weights that the product uses.
// Run it after an update of the font packages, whose files hold weights from 100 to 900 and letters of other ranges.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Inter leans, too, in descriptions: browsers would make up the leaning letters. */
const fonts = [
  ['inter', 'normal'],
  ['inter', 'italic'],
  ['jetbrains-mono', 'normal'],
] as const;
const weights = { min: 400, max: 700 };
/** Copyright, licence and its address: the licence wants them kept. */
const legalNames = [0, 13, 14];

const from = (path: string) => fileURLToPath(new URL(`../node_modules/@fontsource-variable/${path}`, import.meta.url));
const into = (path: string) => fileURLToPath(new URL(`../client/styles/fonts/${path}`, import.meta.url));

for (const [font, style] of fonts) {
  const file = `${font}-latin-wght-${style}.woff2`;
  const whole = readFileSync(from(`${font}/files/${file}`));
  const narrowed = await subsetFont(whole, lettersOf(font), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    preserveNameIds: legalNames,
    noHinting: true,
  });
  writeFileSync(into(file), narrowed);
  copyFileSync(from(`${font}/LICENSE`), into(`${font}-LICENSE.txt`));
  process.stdout.write(`${file}: ${whole.length} bytes, now ${narrowed.length}\n`);
}

/** The letters of the `unicode-range` of client/styles/fonts.css: a browser takes no others from the file. */
function lettersOf(font: string): string {
  const { latin } = JSON.parse(readFileSync(from(`${font}/unicode.json`), 'utf8')) as { latin: string };
  return latin
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');
}

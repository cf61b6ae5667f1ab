import type { Font } from 'satori';
import type { LetterFile, Letters } from '#shared/share-drawing.ts';

/** The letters of a text that a font has, on one line. Emoji that are joined, as families are, become their first one. */
export function drawable(text: string, files: readonly LetterFile[]): string {
  const oneLine = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, '')
    .replace(/(\p{Extended_Pictographic})(?:\u200d\p{Extended_Pictographic})+/gu, '$1');
  return [...oneLine]
    .filter((letter) => files.some((file) => hasLetter(file, letter)))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** The fonts that a text needs, beside those of the product's own words. satori looks through all of them for a letter. */
export async function fontsFor(text: string, { files, read }: Letters): Promise<Font[]> {
  const letters = [...new Set(text)];
  const needed = files.filter(
    (file) => file.family === 'text' || file.family === 'mono' || letters.some((letter) => hasLetter(file, letter)),
  );
  return Promise.all(needed.map(async ({ file, family: name, weight }) => ({ name, weight, data: await read(file) })));
}

function hasLetter({ ranges }: LetterFile, letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}

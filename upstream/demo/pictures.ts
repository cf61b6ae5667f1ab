import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { pictureFormats, pictureVariants } from '#shared/pictures.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';

/** The sides of the sample pictures, by the first word of their names. */
const sides: Readonly<Record<string, readonly [width: number, height: number]>> = {
  portrait: [256, 256],
  cover: [1280, 320],
  project: [960, 540],
};

const folder = new URL('./pictures/', import.meta.url);

/** The pictures of the sample network, by `<kind>-<key of person or project>`. */
export async function readSamplePictures(): Promise<ReadonlyMap<string, EncodedPicture>> {
  const names = (await readdir(folder)).filter((name) => /\.(avif|webp)$/.test(name));
  const subjects = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  return new Map(
    await Promise.all([...subjects].map(async (subject) => [subject, await readPicture(subject)] as const)),
  );
}

/** There is one file in each format. It stands for all three sizes: it is as small as the smallest of an upload. */
async function readPicture(subject: string): Promise<EncodedPicture> {
  const [width, height] = sides[subject.slice(0, subject.indexOf('-'))] ?? [0, 0];
  const [avif, webp] = await Promise.all(
    pictureFormats.map((format) => readFile(new URL(`${subject}.${format}`, folder))),
  );
  if (avif === undefined || webp === undefined) throw new Error(`The sample picture ${subject} is missing.`);
  return {
    id: createHash('sha256').update(avif).digest('hex').slice(0, 24),
    width,
    height,
    files: pictureVariants.map(({ file, format }) => ({ file, bytes: format === 'avif' ? avif : webp })),
  };
}

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { Letters, PictureDrawings, PlacedPictures } from '#shared/share-drawing.ts';
import { picturePlaces } from '#shared/share-drawing.ts';
import type { PictureAnswer, PictureJob, PicturePlace } from './picture-maker.ts';

/** The most pixels that a picture may have: far more than the upstream makes of any upload. */
const mostPixels = 4_000_000;

// Allowed formats: WebP, which the upstream makes of every upload, and the SVG that satori draws.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadSvgBuffer'] });

/** The .vite folder of the build. */
const [, , folder = ''] = process.argv;
const drawings = import(pathToFileURL(join(folder, 'picture.mjs')).href) as Promise<PictureDrawings>;
const fonts = new Map<string, Promise<Buffer>>();
const letters: Letters = {
  files: JSON.parse(readFileSync(join(folder, 'letters/index.json'), 'utf8')),
  read(file) {
    const font = fonts.get(file) ?? readFile(join(folder, 'letters', file));
    fonts.set(file, font);
    return font;
  },
};

process.on('message', async (job: PictureJob) => {
  process.send?.(await make(job).catch(() => ({ failed: true })));
});
process.on('disconnect', () => process.exit());

async function make({ shared, uploads }: PictureJob): Promise<PictureAnswer> {
  const pictures: PlacedPictures = {};
  for (const [place, bytes] of Object.entries(uploads) as [PicturePlace, Uint8Array][]) {
    const address = await placed(place, bytes);
    if (address !== undefined) pictures[place] = address;
  }
  const { drawSharePicture } = await drawings;
  const svg = await drawSharePicture(shared, pictures, letters);
  const png = sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 });
  return { png: await png.toBuffer() };
}

/** The upload as a data URL; undefined for bytes that are no picture, in whose place a drawing is shown. */
async function placed(place: PicturePlace, bytes: Uint8Array): Promise<string | undefined> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  try {
    const jpeg = picture.resize({ ...picturePlaces[place], fit: 'cover' }).flatten({ background: '#fff' });
    const file = await jpeg.jpeg({ quality: 90 }).toBuffer();
    return `data:image/jpeg;base64,${file.toString('base64')}`;
  } catch {
    return undefined;
  }
}

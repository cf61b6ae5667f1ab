// `node scripts/draw-samples.ts [name ...]`: draws the portraits, covers and project pictures of the sample network into
// upstream/demo/pictures/, all of them or those whose names begin so. The licences are named in that folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { profileCovers, projectPictures } from './sample-pictures/gallery.ts';
import { faces, portraitOf } from './sample-pictures/portraits.ts';
import { frameOf, svgOf } from './sample-pictures/svg.ts';

const folder = new URL('../upstream/demo/pictures/', import.meta.url);
const wanted = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
for (const [key, face] of Object.entries(faces)) await write(`portrait-${key}`, () => portraitOf(key, face), 256);
for (const [key, [scene, hue]] of Object.entries(profileCovers)) {
  const name = `cover-${key}`;
  await write(name, () => svgOf(scene, frameOf(name, hue, [1280, 320])), 1280);
}
for (const [key, [scene, hue]] of Object.entries(projectPictures)) {
  const name = `project-${key}`;
  await write(name, () => svgOf(scene, frameOf(name, hue, [960, 540])), 960);
}

/**
 * The qualities are low, because flat colours keep their look: the whole folder stays below 600 kB. WebP is for the few
 * browsers without AVIF, and smaller.
 */
async function write(name: string, svgOfPicture: () => string, width: number): Promise<void> {
  if (wanted.length > 0 && !wanted.some((each) => name.startsWith(each))) return;
  const svg = Buffer.from(svgOfPicture());
  const picture = (pixels: number) => sharp(svg).resize(pixels).flatten({ background: '#ffffff' });
  const avif = await picture(width).avif({ quality: 32, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
  const webp = await picture(Math.min(width, 640)).webp({ quality: 25 }).toBuffer();
  writeFileSync(new URL(`${name}.avif`, folder), avif);
  writeFileSync(new URL(`${name}.webp`, folder), webp);
}

// `node scripts/draw-samples.ts [name ...]`: draws the portraits, covers and project pictures of the sample network into
// upstream/demo/pictures/, all of them or those whose names begin so, and those of the landing page into its room. The
// licences are named in the folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { profileCovers, projectPictures } from './sample-pictures/gallery.ts';
import { faces, portraitOf, strangers } from './sample-pictures/portraits.ts';
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

// The preview and the examples of the landing page.
const landing = new URL('../client/features/landing/pictures/', import.meta.url);
mkdirSync(landing, { recursive: true });
for (const [name, key] of [
  ['ana', 'sample-ana'],
  ['yuki', 'sample-sato'],
] as const)
  await writeAvif(new URL(`${name}.avif`, landing), portraitOf(key, strangers[name]), 256);
for (const name of ['kindform', 'busnumber4', 'keyboards'] as const) {
  const [scene, hue] = projectPictures[name];
  await writeAvif(new URL(`${name}.avif`, landing), svgOf(scene, frameOf(`project-${name}`, hue, [960, 540])), 960);
}

/**
 * The qualities are low, because flat colours keep their look: the whole folder stays below 600 kB. WebP is for the few
 * browsers without AVIF, and smaller.
 */
async function write(name: string, svgOfPicture: () => string, width: number): Promise<void> {
  if (wanted.length > 0 && !wanted.some((each) => name.startsWith(each))) return;
  const svg = svgOfPicture();
  await writeAvif(new URL(`${name}.avif`, folder), svg, width);
  const webp = await drawn(svg, Math.min(width, 640)).webp({ quality: 25 }).toBuffer();
  writeFileSync(new URL(`${name}.webp`, folder), webp);
}

async function writeAvif(file: URL, svg: string, width: number): Promise<void> {
  const options = { quality: 32, effort: 6, chromaSubsampling: '4:2:0' };
  writeFileSync(file, await drawn(svg, width).avif(options).toBuffer());
}

function drawn(svg: string, width: number): Sharp {
  return sharp(Buffer.from(svg)).resize(width).flatten({ background: '#ffffff' });
}

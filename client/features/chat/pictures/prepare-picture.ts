import { randomId } from '#client/lib/dom/random-id.ts';
import { limits } from '#shared/limits.ts';
import { uploadTypes } from '#shared/pictures.ts';
import type { Attachment } from './attachment-tray.tsx';

// Loaded on demand: when a picture is chosen.

/** The longest side of a picture that has to be made smaller. */
const longestSide = 2560;

/** Qualities to try, until the picture is small enough. */
const qualities = [0.9, 0.75, 0.6];

/** Reads a chosen picture. Larger ones than the upstream takes are made smaller. Throws an error whose message is for the user. */
export async function preparePicture(file: Blob): Promise<Attachment> {
  if (!(uploadTypes as readonly string[]).includes(file.type))
    throw new Error('Only PNG, JPEG, WebP, AVIF and GIF pictures can be sent.');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error('This file cannot be read as a picture.');
  }
  const { minSide } = limits.picture;
  if (Math.min(bitmap.width, bitmap.height) < minSide)
    throw new Error(`This picture is too small: each side has at least ${minSide} pixels.`);
  const picture = isTaken(file, bitmap) ? file : await smaller(bitmap);
  const scale = picture === file ? 1 : scaleOf(bitmap);
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  bitmap.close();
  return { id: randomId(), picture, width, height, alt: '', source: URL.createObjectURL(picture) };
}

function isTaken({ size }: Blob, { width, height }: ImageBitmap): boolean {
  const { bytes, pixels, maxSide } = limits.picture;
  return size <= bytes && width * height <= pixels && Math.max(width, height) <= maxSide;
}

function scaleOf({ width, height }: ImageBitmap): number {
  return Math.min(1, longestSide / Math.max(width, height));
}

async function smaller(bitmap: ImageBitmap): Promise<Blob> {
  const scale = scaleOf(bitmap);
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  for (const quality of qualities) {
    // A browser that cannot make WebP makes PNG.
    const picture = await canvas.convertToBlob({ type: 'image/webp', quality });
    if (picture.size <= limits.picture.bytes) return picture;
  }
  throw new Error('This picture is too large: 5 MB at most.');
}

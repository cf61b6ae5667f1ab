import { uploadTypes } from '#shared/pictures.ts';

/** The largest file to decode in the browser. The picture is cropped and made smaller before it is sent. */
const mostBytes = 30 * 1024 * 1024;

/** The first picture among what was chosen, dropped or pasted. */
export function pictureIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}

/** Decodes a chosen file, upright. Throws an error whose message is for the user. */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  if (!(uploadTypes as readonly string[]).includes(file.type))
    throw new Error('Choose a PNG, JPEG, WebP, AVIF or GIF picture.');
  if (file.size > mostBytes) throw new Error('This file is larger than 30 MB. Choose a smaller one.');
  if (await isAnimated(file)) throw new Error('Animated pictures are not possible. Choose a still one.');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error('This file cannot be read as a picture.');
  }
  if (Math.min(bitmap.width, bitmap.height) < 64)
    throw new Error('This picture is too small: each side has at least 64 pixels.');
  return bitmap;
}

/** A browser without ImageDecoder takes the first frame. */
async function isAnimated(file: File): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined' || !(await ImageDecoder.isTypeSupported(file.type))) return false;
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
  try {
    await decoder.tracks.ready;
    return decoder.tracks.selectedTrack?.animated ?? false;
  } catch {
    return false;
  } finally {
    decoder.close();
  }
}

/** A part of a picture, in percent of its sides. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The cut part, at most `side` pixels on its longer side. */
export async function cutPicture(picture: ImageBitmap, cut: Cut, side: number): Promise<Blob> {
  const [width, height] = [(picture.width * cut.width) / 100, (picture.height * cut.height) / 100];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const left = (picture.width * cut.x) / 100;
  const top = (picture.height * cut.y) / 100;
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  // A browser that cannot make WebP makes PNG.
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
}

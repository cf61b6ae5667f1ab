import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { limits } from '#shared/limits.ts';
import { type PictureFile, type PictureSize, pictureSizes, pictureVariants } from '#shared/pictures.ts';

export interface EncodedPicture {
  /**
   * The first 96 bits of the SHA-256 of the pixels of the largest size, in hex.
   */
  id: string;
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  files: { file: PictureFile; bytes: Uint8Array }[];
}

export type PictureFault = 'type' | 'animated' | 'pixels' | 'small' | 'broken';

export class PictureRefused extends Error {
  readonly fault: PictureFault;

  constructor(fault: PictureFault) {
    super(fault);
    this.fault = fault;
  }
}

// One thread, so that the memory of one picture is what is used; sharp reads only these formats, from memory.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/**
 * Makes every size in every format from an upload, upright and without metadata. What is not part of the picture, such
 * as a script or an archive behind it, does not survive. Throws PictureRefused.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  await refuseUnfit(bytes);
  const picture = sharp(bytes, { limitInputPixels: limits.picture.pixels, sequentialRead: true, failOn: 'error' });
  try {
    // The largest size is decoded once; the others are made from it.
    const largest = await resized(picture.autoOrient(), 'cover')
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = largest.info;
    const files: EncodedPicture['files'] = [];
    for (const { size, format, file } of pictureVariants) {
      const made = resized(sharp(largest.data, { raw: { width, height, channels } }), size);
      const encoded = format === 'avif' ? made.avif({ quality: 55, effort: 1 }) : made.webp({ quality: 78, effort: 3 });
      files.push({ file, bytes: await encoded.toBuffer() });
    }
    const id = createHash('sha256').update(`${width} ${height} `).update(largest.data).digest('hex').slice(0, 24);
    return { id, width, height, files };
  } catch {
    throw new PictureRefused('broken');
  }
}

function resized(picture: Sharp, size: PictureSize): Sharp {
  const side = pictureSizes[size];
  return picture.resize(side, side, {
    fit: size === 'avatar' ? 'cover' : 'inside',
    withoutEnlargement: size !== 'avatar',
  });
}

/** Reads the head only: what would take too much memory is never decoded. */
async function refuseUnfit(bytes: Uint8Array): Promise<void> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureRefused('type');
    });
  const { pixels, minSide, maxSide } = limits.picture;
  if (pages > 1) throw new PictureRefused('animated');
  if (Math.max(width, height) > maxSide || width * height > pixels) throw new PictureRefused('pixels');
  if (Math.min(width, height) < minSide) throw new PictureRefused('small');
}

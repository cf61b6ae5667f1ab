import type { Response } from 'express';
import type { PictureFile } from '#shared/pictures.ts';
import type { VisiblePicture } from '../visibility/pictures.ts';

/** The bytes of an address never change, which is all that its ETag says. `cached`: who may keep them. */
export function sendPicture(
  res: Response,
  { id, file, cached }: { id: string; file: PictureFile; cached: string },
  { bytes }: VisiblePicture,
): void {
  res.set({
    'Content-Type': `image/${file.slice(file.indexOf('.') + 1)}`,
    'Content-Disposition': `inline; filename="${id}-${file}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': cached,
    ETag: `"${id}-${file}"`,
  });
  if (res.req.fresh) res.status(304).end();
  else res.set('Content-Length', String(bytes.length)).end(bytes);
}

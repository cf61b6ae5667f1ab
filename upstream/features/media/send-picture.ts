import type { Response } from 'express';
import type { PictureFile } from '#shared/pictures.ts';
import type { VisiblePicture } from '../visibility/pictures.ts';

/** The bytes of an address never change; Express answers conditions and ranges. `cached`: who may keep them. */
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
    'Accept-Ranges': 'bytes',
  });
  const { req } = res;
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const ranges =
    req.headers['if-range'] === undefined || req.headers['if-range'] === res.get('ETag')
      ? req.range(bytes.length)
      : undefined;
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  if (ranges === -1) {
    res.status(416).set('Content-Range', `bytes */${bytes.length}`).end();
    return;
  }
  const sent = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  res.set('Content-Length', String(sent.length)).end(sent);
}

import type { Request, Response } from 'express';
import rawBody from 'raw-body';
import { limits } from '#shared/limits.ts';
import { type PictureFile, uploadTypes } from '#shared/pictures.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';
import { goneSignal } from '../auth/caller.ts';
import type { VisiblePicture } from '../visibility/pictures.ts';

/**
 * Reads an upload and encodes it anew. Throws before a byte is read for what cannot be a picture, and where the account has
 * as many as it may.
 */
export async function receiveUpload(
  deps: Deps,
  { userId, quota, req, res }: { userId: string; quota: 'pictures' | 'chatPictures'; req: Request; res: Response },
): Promise<EncodedPicture> {
  const length = lengthOf(req);
  await requireRoom(deps.db, deps.quotas, quota, { userId });
  await deps.limits.take('uploads', userId);
  return deps.pictures.run({ userId, gone: goneSignal(res), read: (received) => receive(req, length, received) });
}

/** Reads the body. Once the caller has been refused, the rest is read and thrown away. */
async function receive(req: Request, length: number | null, received: (bytes: number) => void): Promise<Buffer> {
  req.on('data', (part: Buffer) => received(part.length));
  req.res?.once('finish', () => req.removeAllListeners('data').resume());
  return rawBody(req, { length, limit: limits.picture.bytes });
}

/** Throws before a byte is read. Null for an upload in chunks, which is refused once it is over the limit. */
function lengthOf(req: Request): number | null {
  if (!req.is([...uploadTypes])) throw new ApiError('unsupported_media', 'Use a PNG, JPEG, WebP, AVIF or GIF picture.');
  if (req.get('content-length') === undefined && req.get('transfer-encoding') !== undefined) return null;
  const length = Number(req.get('content-length'));
  if (!Number.isSafeInteger(length) || length <= 0)
    throw new ApiError('invalid_request', 'Send the picture with its length.');
  if (length > limits.picture.bytes) throw new ApiError('too_large', 'A picture has at most 5 MB.');
  return length;
}

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

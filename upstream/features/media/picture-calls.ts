import type { Request, Response } from 'express';
import rawBody from 'raw-body';
import { limits } from '#shared/limits.ts';
import { type PictureFile, uploadTypes } from '#shared/pictures.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, requireVerified } from '#upstream/http/api-error.ts';
import type { Viewer } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';
import { goneSignal } from '../auth/caller.ts';
import { transactAs } from '../people/people-store.ts';
import type { VisiblePicture } from '../visibility/pictures.ts';

interface Upload {
  viewer: Viewer;
  quota: 'pictures' | 'chatPictures';
  req: Request;
  res: Response;
}

/**
 * Reads an upload, encodes it anew and stores it by `keep`, which answers its id. Throws before a byte is read for what cannot
 * be a picture, and where the account has as many as it may, which is asked again in the transaction.
 */
export async function storeUpload(
  deps: Deps,
  { viewer, quota, req, res }: Upload,
  keep: (trx: Trx, picture: EncodedPicture) => Promise<string>,
): Promise<Pick<EncodedPicture, 'id' | 'width' | 'height'>> {
  requireVerified(viewer);
  const { userId } = viewer;
  const length = lengthOf(req);
  await requireRoom(deps.db, deps.quotas, quota, { userId });
  await deps.limits.take('uploads', userId);
  const read = (received: (bytes: number) => void) => receive(req, length, received);
  const picture = await deps.pictures.run({ userId, gone: goneSignal(res), read });
  const id = await transactAs(deps, userId, async (trx) => {
    await requireRoom(trx, deps.quotas, quota, { userId });
    return keep(trx, picture);
  });
  return { id, width: picture.width, height: picture.height };
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

import type { Request, Response } from 'express';
import rawBody from 'raw-body';
import type { MediaReply } from '#shared/api/media.ts';
import type { MessageReply } from '#shared/api/parts.ts';
import { limits } from '#shared/limits.ts';
import { type PictureFile, pictureFormats, pictureUrl, pictureVariants, uploadTypes } from '#shared/pictures.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound, requireVerified } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { goneSignal } from '../auth/caller.ts';
import { transactAs } from '../people/transact-as.ts';
import { readPictureFile, type VisiblePicture } from '../visibility/pictures.ts';
import { deletePicture, keepPicture } from './media-store.ts';

export function mediaRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    defineRoute({
      method: 'POST',
      path: '/media',
      summary: 'Uploads a picture: it is encoded anew, without metadata, in several sizes',
      tag: 'media',
      access: 'session',
      capability: 'media',
      upload: uploadTypes,
      async handle({ viewer, req, res }): Promise<MediaReply> {
        requireVerified(viewer);
        const { userId } = viewer;
        const length = lengthOf(req);
        await requireRoom(db, deps.quotas, 'pictures', { userId });
        await deps.limits.take('uploads', userId);
        const picture = await deps.pictures.run({
          userId,
          gone: goneSignal(res),
          read: (received) => receive(req, length, received),
        });
        await transactAs(deps, userId, async (trx) => {
          await requireRoom(trx, deps.quotas, 'pictures', { userId });
          await keepPicture(trx, userId, picture, deps.now());
        });
        const { id, width, height } = picture;
        return { _id: id, url: pictureUrl(id), width, height };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/media/:id/:file',
      summary: 'One size and format of an uploaded picture',
      tag: 'media',
      access: 'public',
      capability: 'media',
      words: { file: pictureVariants.map(({ file }) => file) },
      download: pictureFormats.map((format) => `image/${format}`),
      async handle({ params, res }): Promise<undefined> {
        const file = params.file as PictureFile;
        const picture = await readPictureFile(db, params.id, file);
        if (picture === undefined) throw notFound('This picture is not here.');
        sendPicture(res, { id: params.id, file }, picture);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/media/:id',
      summary: 'Deletes an uploaded picture of the caller that nothing shows',
      tag: 'media',
      access: 'session',
      capability: 'media',
      async handle({ params, viewer }): Promise<MessageReply> {
        const done = await transact(db, (trx) => deletePicture(trx, viewer.userId, params.id));
        if (done === 'missing') throw notFound('This picture is not here.');
        if (done === 'in use') throw conflict('Your profile or a project shows this picture. Remove it there first.');
        return { message: 'The picture is deleted.' };
      },
    }),
  ];
}

/** Stops to keep what comes once the caller has been refused. */
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

/**
 * The address names the content, so the answer never changes; Express answers conditions and ranges. Shared caches ask
 * again after five minutes, so that an erased picture is shown to nobody else; a browser that has it may keep it.
 */
function sendPicture(res: Response, { id, file }: { id: string; file: PictureFile }, { bytes }: VisiblePicture): void {
  res.set({
    'Content-Type': `image/${file.slice(file.indexOf('.') + 1)}`,
    'Content-Disposition': `inline; filename="${id}-${file}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'public, max-age=31536000, immutable, s-maxage=300',
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

import { z } from 'zod';
import { mediaReplySchema, messageSchema } from '#shared/api/parts.ts';
import { pictureFormats, pictureUrl, pictureVariants, uploadTypes } from '#shared/pictures.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, notFound } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { readPictureFile } from '../visibility/pictures.ts';
import { deletePicture, keepPicture } from './media-store.ts';
import { sendPicture, storeUpload } from './picture-calls.ts';

const route = routesOf({ tag: 'media', capability: 'media' });

export function mediaRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'POST',
      path: '/media',
      summary: 'Uploads a picture: it is encoded anew, without metadata, in several sizes',
      upload: uploadTypes,
      reply: mediaReplySchema,
      async handle({ viewer, req, res }) {
        const { id, width, height } = await storeUpload(deps, { viewer, quota: 'pictures', req, res }, (trx, picture) =>
          keepPicture(trx, viewer.userId, picture, deps.now()),
        );
        return { _id: id, url: pictureUrl(id), width, height };
      },
    }),
    route({
      method: 'GET',
      path: '/media/:id/:file',
      summary: 'One size and format of an uploaded picture',
      access: 'public',
      params: { file: z.enum(pictureVariants.map(({ file }) => file)) },
      download: pictureFormats.map((format) => `image/${format}`),
      reply: z.file(),
      async handle({ params, res }) {
        const { file } = params;
        const picture = await readPictureFile(db, params.id, file);
        if (picture === undefined) throw notFound('This picture is not here.');
        sendPicture(res, { id: params.id, file, cached: forEverybody }, picture);
      },
    }),
    route({
      method: 'DELETE',
      path: '/media/:id',
      summary: 'Deletes an uploaded picture of the caller that nothing shows',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const done = await transact(db, (trx) => deletePicture(trx, viewer.userId, params.id));
        if (done === 'missing') throw notFound('This picture is not here.');
        if (done === 'in use') throw conflict('Your profile or a project shows this picture. Remove it there first.');
        return { message: 'The picture is deleted.' };
      },
    }),
  ];
}

/**
 * The address names the content. Shared caches ask again after five minutes, so that an erased picture is shown to nobody
 * else; a browser that has it may keep it.
 */
const forEverybody = 'public, max-age=31536000, immutable, s-maxage=300';

import { z } from 'zod';
import { mediaReplySchema } from '#shared/api/parts.ts';
import { chatPictureUrl, pictureFormats, pictureVariants, uploadTypes } from '#shared/pictures.ts';
import type { Deps } from '#upstream/deps.ts';
import { sendPicture, storeUpload } from '#upstream/features/media/picture-calls.ts';
import { readChatPicture } from '#upstream/features/visibility/pictures.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { keepChatPicture } from './chat-picture-store.ts';

const route = routesOf({ tag: 'chat', capability: 'chat.pictures' });

export function chatPictureRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'POST',
      path: '/chat/picture',
      summary:
        'Uploads a picture for a message: it is encoded anew, without metadata, and shown to nobody until it is sent',
      upload: uploadTypes,
      reply: mediaReplySchema,
      async handle({ viewer, req, res }) {
        const { id, width, height } = await storeUpload(
          deps,
          { viewer, quota: 'chatPictures', req, res },
          (trx, picture) => keepChatPicture(trx, viewer.userId, picture, deps.now()),
        );
        return { _id: id, url: chatPictureUrl(id), width, height };
      },
    }),
    route({
      method: 'GET',
      path: '/chat/picture/:id/:file',
      summary: 'One size and format of a picture in a conversation of the caller',
      params: { file: z.enum(pictureVariants.map(({ file }) => file)) },
      download: pictureFormats.map((format) => `image/${format}`),
      reply: z.file(),
      async handle({ params, viewer, res }) {
        const { file } = params;
        const picture = await readChatPicture(db, viewer.userId, params.id, file);
        if (picture === undefined) throw notFound('This picture is not here.');
        sendPicture(res, { id: params.id, file, cached: 'private, no-store' }, picture);
      },
    }),
  ];
}

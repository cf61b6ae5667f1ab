import { randomBytes } from 'node:crypto';
import type { MessagePicture } from '#shared/api/chat.ts';
import { day } from '#shared/durations.ts';
import { chatPictureIdOf, chatPictureUrl } from '#shared/pictures.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { isErased } from '#upstream/features/media/media-store.ts';
import { conflict, invalidFields } from '#upstream/http/api-error.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';

/** How long an upload may wait for its message before it is deleted. */
export const unusedChatPicturesKeptMs = day;

/** Each upload is a picture of its own, also of the same file: two conversations never share one. */
export async function keepChatPicture(
  trx: Trx,
  ownerId: string,
  picture: EncodedPicture,
  now: number,
): Promise<string> {
  if (await isErased(trx, picture.id)) throw conflict('A moderator has removed this picture. Please use another one.');
  const id = randomBytes(12).toString('hex');
  const { width, height, files } = picture;
  await trx
    .insertInto('chat_pictures')
    .values({ id, owner_id: ownerId, message_id: null, width, height, created_at: now })
    .execute();
  await trx
    .insertInto('chat_picture_files')
    .values(files.map(({ file, bytes }) => ({ picture_id: id, file, bytes })))
    .execute();
  return id;
}

export interface PictureOfMessage {
  url: string;
  alt?: string | undefined;
}

/**
 * Puts the sender's uploads into a message that was just stored. The update takes each only while it waits, so that of two
 * messages with the same upload one is refused. Throws 422 for those of others, used ones and ones that are gone.
 */
export async function attachPictures(
  trx: Trx,
  { messageId, senderId, pictures }: { messageId: string; senderId: string; pictures: readonly PictureOfMessage[] },
): Promise<void> {
  for (const [position, { url, alt = '' }] of pictures.entries()) {
    const { numUpdatedRows } = await trx
      .updateTable('chat_pictures')
      .set({ message_id: messageId, position, alt })
      .where('id', '=', chatPictureIdOf(url) ?? '')
      .where('owner_id', '=', senderId)
      .where('message_id', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidFields({ pictures: 'A picture is no longer here. Please add it again.' });
  }
}

export interface StoredPicture extends MessagePicture {
  id: string;
}

export async function picturesOfMessages(db: Db, messageIds: readonly string[]): Promise<Map<string, StoredPicture[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_pictures')
    .select(['id', 'message_id', 'alt', 'width', 'height'])
    .where('message_id', 'in', [...messageIds])
    .orderBy('message_id')
    .orderBy('position')
    .execute();
  const found = new Map<string, StoredPicture[]>();
  for (const { id, message_id, alt, width, height } of rows) {
    if (message_id === null) continue;
    const picture = { id, url: chatPictureUrl(id), width, height, ...(alt !== '' && { alt }) };
    found.set(message_id, [...(found.get(message_id) ?? []), picture]);
  }
  return found;
}

/** For a report: the pictures of a message as texts, because the message may be deleted. */
export async function copyPictures(db: Db, messageId: string): Promise<{ data: string; alt: string }[]> {
  const rows = await db
    .selectFrom('chat_pictures')
    .innerJoin('chat_picture_files', (join) =>
      join.onRef('picture_id', '=', 'chat_pictures.id').on('file', '=', 'card.webp'),
    )
    .select(['alt', 'bytes'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute();
  return rows.map(({ alt, bytes }) => ({
    alt,
    data: `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`,
  }));
}

export async function deletePicturesOfMessage(trx: Trx, messageId: string): Promise<void> {
  await trx.deleteFrom('chat_pictures').where('message_id', '=', messageId).execute();
}

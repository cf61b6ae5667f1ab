import type { PictureFile } from '#shared/pictures.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { ChatPictureRow } from '#upstream/db/schema.ts';
import { mayTalk } from '../requests/relations.ts';
import { findChatOf, findMessage } from './messages.ts';
import { visiblePeople, visibleTo } from './people.ts';
import type { Visible } from './visible.ts';

export type VisiblePicture = Visible<{ bytes: Uint8Array }>;

/**
 * One file of a picture, for everybody who knows its address, which is made from the content: a block or a suspension hides
 * the places that show it. Erased pictures are not stored.
 */
export function readPictureFile(db: Db, mediaId: string, file: PictureFile): Promise<VisiblePicture | undefined> {
  return db
    .selectFrom('media_files')
    .select('bytes')
    .where('media_id', '=', mediaId)
    .where('file', '=', file)
    .$castTo<VisiblePicture>()
    .executeTakeFirst();
}

/** The first person who uploaded the picture, without the viewer and people with a block between them and the viewer. */
export function findUploader(db: Db, viewerId: string, mediaId: string): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('media_owners')
    .select('user_id')
    .where('media_id', '=', mediaId)
    .where('user_id', '<>', viewerId)
    .where(visibleTo(viewerId, 'media_owners.user_id'))
    .orderBy('created_at')
    .executeTakeFirst();
}

/**
 * One file of a picture in a conversation, looked up anew at every read: for its sender while it waits for its message; then
 * for the two people for as long as they may write to each other, or for those of its room for whom the sender is there, while
 * the message is neither deleted nor hidden.
 */
export async function readChatPicture(
  db: Db,
  viewerId: string,
  pictureId: string,
  file: PictureFile,
): Promise<VisiblePicture | undefined> {
  const picture = await db
    .selectFrom('chat_pictures')
    .select(['owner_id', 'message_id'])
    .where('id', '=', pictureId)
    .executeTakeFirst();
  if (picture === undefined || !(await mayLookAt(db, viewerId, picture))) return undefined;
  return db
    .selectFrom('chat_picture_files')
    .select('bytes')
    .where('picture_id', '=', pictureId)
    .where('file', '=', file)
    .$castTo<VisiblePicture>()
    .executeTakeFirst();
}

async function mayLookAt(
  db: Db,
  viewerId: string,
  { owner_id, message_id }: Pick<ChatPictureRow, 'owner_id' | 'message_id'>,
): Promise<boolean> {
  if (message_id === null) return owner_id === viewerId;
  const message = await findMessage(db, viewerId, message_id);
  if (!message || message.hidden_at !== null || message.deleted_at !== null) return false;
  const chat = await findChatOf(db, viewerId, message);
  if (!chat) return false;
  if (chat.peer_id !== null) return mayTalk(db, viewerId, chat.peer_id);
  return (await visiblePeople(db, viewerId).where('users.id', '=', owner_id).executeTakeFirst()) !== undefined;
}

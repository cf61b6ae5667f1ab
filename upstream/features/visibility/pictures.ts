import type { PictureFile } from '#shared/pictures.ts';
import type { Db } from '#upstream/db/connection.ts';
import { mayTalk } from '../requests/relations.ts';
import { findMessage } from './messages.ts';
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
  const row = await db
    .selectFrom('chat_pictures')
    .leftJoin('messages', 'messages.id', 'chat_pictures.message_id')
    .leftJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([
      'chat_pictures.owner_id',
      'chat_pictures.message_id',
      'conversations.project_id',
      'messages.hidden_at',
      'messages.deleted_at',
      'conversations.user_low',
      'conversations.user_high',
    ])
    .where('chat_pictures.id', '=', pictureId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { user_low: low, user_high: high } = row;
  if (row.message_id === null) {
    if (row.owner_id !== viewerId) return undefined;
  } else {
    if (row.hidden_at !== null || row.deleted_at !== null) return undefined;
    if (row.project_id !== null) {
      if (!(await findMessage(db, viewerId, row.message_id))) return undefined;
      const owner = await visiblePeople(db, viewerId).where('users.id', '=', row.owner_id).executeTakeFirst();
      if (!owner) return undefined;
    } else {
      if (low === null || high === null) return undefined;
      if (viewerId !== low && viewerId !== high) return undefined;
      if (!(await mayTalk(db, low, high))) return undefined;
    }
  }
  return db
    .selectFrom('chat_picture_files')
    .select('bytes')
    .where('picture_id', '=', pictureId)
    .where('file', '=', file)
    .$castTo<VisiblePicture>()
    .executeTakeFirst();
}

import type { PictureFile } from '#shared/pictures.ts';
import type { Db } from '#upstream/db/connection.ts';
import { visibleTo } from './people.ts';
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

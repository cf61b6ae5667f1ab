import { pictureIdOf } from '#shared/pictures.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { invalidFields } from '#upstream/http/api-error.ts';

/**
 * Before a link is stored: an uploaded picture must be the person's own, and is kept from now on. The update makes a
 * deletion of unused pictures that runs at the same time look at this row again. Throws 422 for a picture of others, or
 * one that is gone.
 */
export async function holdPicture(
  trx: Trx,
  { userId, url, field, now }: { userId: string; url: string | undefined; field: string; now: number },
): Promise<void> {
  const mediaId = url === undefined ? undefined : pictureIdOf(url);
  if (mediaId === undefined) return;
  const { numUpdatedRows } = await trx
    .updateTable('media_owners')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw invalidFields({ [field]: 'This picture is no longer here. Please upload it again.' });
}

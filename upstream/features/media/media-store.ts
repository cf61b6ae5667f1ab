import { sql } from 'kysely';
import { pictureUrl } from '#shared/pictures.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { conflict } from '#upstream/http/api-error.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';

/** How long a picture may be unused before it is deleted. */
export const unusedPicturesKeptMs = 24 * 60 * 60 * 1000;

const batch = 200;

/** Stores a picture for this person. The same picture of several people is stored once. */
export async function keepPicture(trx: Trx, userId: string, picture: EncodedPicture, now: number): Promise<void> {
  const { id, width, height, files } = picture;
  // The update takes the lock of the row, which a deletion of the same picture waits for.
  await trx
    .insertInto('media')
    .values({ id, width, height, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ width }))
    .execute();
  if (await isErased(trx, id)) throw conflict('A moderator has removed this picture. Please use another one.');
  await trx
    .insertInto('media_files')
    .values(files.map(({ file, bytes }) => ({ media_id: id, file, bytes })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('media_owners')
    .values({ media_id: id, user_id: userId, created_at: now, used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'media_id']).doUpdateSet({ used_at: now }))
    .execute();
}

async function isErased(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('erased_pictures').select('media_id').where('media_id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export type Deletion = 'deleted' | 'in use' | 'missing';

/** Deletes a person's picture, unless the profile or a project shows it. */
export async function deletePicture(trx: Trx, userId: string, mediaId: string): Promise<Deletion> {
  const { numDeletedRows } = await trx
    .deleteFrom('media_owners')
    .where('user_id', '=', userId)
    .where('media_id', '=', mediaId)
    .where(sql<boolean>`not ${isShown}`)
    .executeTakeFirst();
  if (numDeletedRows > 0n) {
    await deleteWithoutOwner(trx, [mediaId]);
    return 'deleted';
  }
  const own = await trx
    .selectFrom('media_owners')
    .select('media_id')
    .where('user_id', '=', userId)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  return own ? 'in use' : 'missing';
}

/** For deleted accounts. */
export async function deletePicturesOf(trx: Trx, userIds: readonly string[]): Promise<void> {
  const rows = await trx.deleteFrom('media_owners').where('user_id', 'in', userIds).returning('media_id').execute();
  await deleteWithoutOwner(
    trx,
    rows.map((row) => row.media_id),
  );
}

/**
 * Deletes pictures that were last used before `before` and are not shown anywhere; the time of those that are shown is
 * set to `now`. A batch is a transaction of its own.
 */
export async function deleteUnusedPictures(db: Db, now: number, before: number): Promise<void> {
  let found = batch;
  while (found === batch) found = await transact(db, (trx) => deleteUnusedBatch(trx, now, before));
}

async function deleteUnusedBatch(trx: Trx, now: number, before: number): Promise<number> {
  const rows = await trx
    .selectFrom('media_owners')
    .select(['media_id', 'user_id'])
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(batch)
    .execute();
  const unused: string[] = [];
  for (const { media_id, user_id } of rows) {
    const row = trx
      .deleteFrom('media_owners')
      .where('user_id', '=', user_id)
      .where('media_id', '=', media_id)
      // Compared again: an upload or an edit may have put it to use since it was read.
      .where('used_at', '<', before);
    const { numDeletedRows } = await row.where(sql<boolean>`not ${isShown}`).executeTakeFirst();
    if (numDeletedRows > 0n) unused.push(media_id);
    else
      await trx
        .updateTable('media_owners')
        .set({ used_at: now })
        .where('user_id', '=', user_id)
        .where('media_id', '=', media_id)
        .execute();
  }
  await deleteWithoutOwner(trx, unused);
  return rows.length;
}

/** Of a row of `media_owners`: its owner's profile or projects show the picture. */
const isShown = sql`(
  exists (select 1 from users where users.id = media_owners.user_id
    and (users.photo_url like '/api/media/' || media_owners.media_id || '/%'
      or users.cover_url like '/api/media/' || media_owners.media_id || '/%'))
  or exists (select 1 from projects where projects.creator_id = media_owners.user_id
    and projects.image_url like '/api/media/' || media_owners.media_id || '/%'))`;

/** Files go with their picture. The update locks its row first, so that an upload of the same one waits. */
async function deleteWithoutOwner(trx: Trx, mediaIds: readonly string[]): Promise<void> {
  for (const id of mediaIds.toSorted()) {
    await trx.updateTable('media').set({ id }).where('id', '=', id).execute();
    await trx
      .deleteFrom('media')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('media_owners').select('media_id').where('media_id', '=', id))),
      )
      .execute();
  }
}

/** Which of these pictures are there. */
export async function picturesAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes a picture of all who have uploaded it, wherever they show it, and keeps it from being uploaded again. */
export async function erasePicture(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .insertInto('erased_pictures')
    .values({ media_id: id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // An upload of the same picture holds this row, or waits for it and is then refused.
  await trx.updateTable('media').set({ id }).where('id', '=', id).execute();
  const owners = await trx.deleteFrom('media_owners').where('media_id', '=', id).returning('user_id').execute();
  const [ids, address] = [owners.map(({ user_id }) => user_id), `${pictureUrl(id).replace(/[^/]+$/, '')}%`];
  if (ids.length > 0) {
    for (const column of ['photo_url', 'cover_url'] as const)
      await trx
        .updateTable('users')
        .set({ [column]: '' })
        .where('id', 'in', ids)
        .where(column, 'like', address)
        .execute();
    await trx
      .updateTable('projects')
      .set({ image_url: '', image_alt: '' })
      .where('creator_id', 'in', ids)
      .where('image_url', 'like', address)
      .execute();
  }
  await trx.deleteFrom('media').where('id', '=', id).execute();
}

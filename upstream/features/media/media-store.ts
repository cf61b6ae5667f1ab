import { sql } from 'kysely';
import { day, hour } from '#shared/durations.ts';
import { pictureIdOf, pictureUrl } from '#shared/pictures.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, invalidFields } from '#upstream/http/api-error.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';

/** How long a picture may be unused before it is deleted. */
export const unusedPicturesKeptMs = day;

const batch = 200;

/** Stores a picture for this person. The same picture of several people is stored once. Answers its id. */
export async function keepPicture(trx: Trx, userId: string, picture: EncodedPicture, now: number): Promise<string> {
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
  return id;
}

export async function isErased(trx: Trx, id: string): Promise<boolean> {
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
    .where(sql<boolean>`${usesOf} = 0`)
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

/** Deletes the pictures of deleted accounts. */
export async function deletePicturesOf(trx: Trx, userIds: readonly string[]): Promise<void> {
  const rows = await trx.deleteFrom('media_owners').where('user_id', 'in', userIds).returning('media_id').execute();
  await deleteWithoutOwner(
    trx,
    rows.map((row) => row.media_id),
  );
}

/**
 * Counts how often a person shows these pictures, after a change of the profile, a project or an update; `urls` are the links from before
 * and after it. Others than uploaded pictures are left out.
 */
export async function countUses(trx: Trx, userId: string, urls: readonly string[], now: number): Promise<void> {
  const ids = [...new Set(urls.flatMap((url) => pictureIdOf(url) ?? []))].toSorted();
  for (const id of ids) {
    const row = trx.updateTable('media_owners').where('user_id', '=', userId).where('media_id', '=', id);
    // Takes the lock of the row first: the count in the next statement sees what transactions before have changed.
    const held = await row.set({ used_at: now }).executeTakeFirst();
    if (held.numUpdatedRows > 0n) await row.set({ uses: usesOf }).execute();
  }
}

/** Deletes the pictures that nothing has shown for a day. */
export function picturesTurn({ db }: Pick<Deps, 'db'>): BatchTurn {
  return {
    kind: 'pictures',
    everyMs: hour,
    batch: (now) => transact(db, (trx) => deleteUnusedPictures(trx, now, now - unusedPicturesKeptMs)),
  };
}

/** Deletes one batch of the pictures that were last used before `before`. Answers whether more may be left. */
export async function deleteUnusedPictures(trx: Trx, now: number, before: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('media_owners')
    .select(['media_id', 'user_id'])
    .where('uses', '=', sql.lit(0))
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(batch)
    .execute();
  const unused: string[] = [];
  for (const { media_id, user_id } of rows) {
    const { numDeletedRows } = await trx
      .deleteFrom('media_owners')
      .where('user_id', '=', user_id)
      .where('media_id', '=', media_id)
      // Compared again: an upload or an edit may have put it to use since it was read.
      .where('used_at', '<', before)
      // Counted anew: the sample network stores its pictures without counting their uses.
      .where(sql<boolean>`${usesOf} = 0`)
      .executeTakeFirst();
    if (numDeletedRows > 0n) unused.push(media_id);
    else await countUses(trx, user_id, [pictureUrl(media_id)], now);
  }
  await deleteWithoutOwner(trx, unused);
  return rows.length === batch;
}

/** The pattern of the links to the picture of a `media_owners` row. */
const ownLink = sql`'/api/media/' || media_owners.media_id || '/%'`;
/** How often the profile, the projects and the updates of a row's owner show its picture. */
const usesOf = sql<number>`(
  (select count(*) from users where users.id = media_owners.user_id and users.photo_url like ${ownLink})
  + (select count(*) from users where users.id = media_owners.user_id and users.cover_url like ${ownLink})
  + (select count(*) from projects where projects.creator_id = media_owners.user_id and projects.image_url like ${ownLink})
  + (select count(*) from project_updates
    where project_updates.author_id = media_owners.user_id and project_updates.picture_url like ${ownLink}))`;

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
